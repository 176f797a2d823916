import type { CatalogEntry, Dialect, LookupTable } from "../../events/index.ts";

/** What a project has that questions can name. */
export type Sources = {
  dialect: Dialect;
  catalog: ReadonlyMap<string, CatalogEntry>;
  /** By property: the lookup table it is mapped to. */
  lookups: ReadonlyMap<string, LookupTable>;
};
