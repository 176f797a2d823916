import type { CatalogEntry, Dialect, LookupTable } from "../../events/index.ts";

/** What a project has that questions can name. */
export type Sources = {
  dialect: Dialect;
  catalog: ReadonlyMap<string, CatalogEntry>;
  /** By property: the lookup table it is mapped to. */
  lookups: ReadonlyMap<string, LookupTable>;
  /** Null: the question reads no profile. */
  people: PeopleTable | null;
};

/** Properties of profiles: a JSON list of `{"id": …, "v0": …}`, each value under the place of its name; one that is missing is left out. */
export type PeopleTable = {
  names: readonly string[];
  /** Those that some profile has. */
  found: ReadonlySet<string>;
  json: string;
  /** There is more than a question can carry. */
  isCut: boolean;
};
