import type { EventStore } from "../../events/index.ts";
import type { Slots } from "../../platform/slots.ts";
import { childrenOf, type Expression } from "../expression/tree.ts";
import type { Lookups } from "../lookups.ts";
import type { Sources } from "../plan/sources.ts";
import { type PeopleReader, readPeople } from "./read-people.ts";

export type SourcesDeps = {
  store: Pick<EventStore, "catalog" | "dialect" | "lookupTables">;
  lookups?: Lookups | undefined;
  /** Profiles, and how many questions about them are answered at a time. */
  people?: { reader: PeopleReader; slots: Slots } | undefined;
};

/** What the project has that these expressions may name. Lookup tables and profiles are asked for only where one reads them. */
export async function readSources(
  { store, lookups, people }: SourcesDeps,
  projectId: number,
  expressions: readonly Expression[],
): Promise<Sources> {
  const catalog = new Map((await store.catalog(projectId)).map((entry) => [entry.name, entry]));
  const looked: Sources["lookups"] =
    lookups !== undefined && expressions.some(stepsInto)
      ? await mappedTables({ store, lookups }, projectId)
      : new Map();
  const names = [...new Set(expressions.flatMap(profileNames))];
  const told =
    people === undefined || names.length === 0 ? null : await readPeople(people.reader, projectId, names);
  return { dialect: store.dialect, catalog, lookups: looked, people: told };
}

/** The properties of profiles that it reads. */
export const profileNames = (expression: Expression): string[] => [
  ...(expression.kind === "read" && expression.root === "user" ? [expression.path[0]] : []),
  ...childrenOf(expression).flatMap(profileNames),
];

async function mappedTables(
  { store, lookups }: Pick<SourcesDeps, "store"> & { lookups: Lookups },
  projectId: number,
): Promise<Sources["lookups"]> {
  const tables = new Map((await store.lookupTables(projectId)).map((table) => [table.id, table]));
  const mapped = await lookups.tablesOf(projectId, "event");
  return new Map(
    [...mapped].flatMap(([property, id]) => {
      const table = tables.get(id);
      return table === undefined ? [] : [[property, table] as const];
    }),
  );
}

const stepsInto = (expression: Expression): boolean =>
  (expression.kind === "read" && expression.root === "properties" && expression.path.length > 1) ||
  childrenOf(expression).some(stepsInto);
