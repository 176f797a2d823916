import type { EventStore } from "../../events/index.ts";
import { childrenOf, type Expression } from "../expression/tree.ts";
import type { Lookups } from "../lookups.ts";
import type { Sources } from "../plan/sources.ts";

export type SourcesDeps = {
  store: Pick<EventStore, "catalog" | "dialect" | "lookupTables">;
  lookups?: Lookups | undefined;
};

/** What the project has that these expressions may name. Lookup tables are asked for only where one steps into a property. */
export async function readSources(
  { store, lookups }: SourcesDeps,
  projectId: number,
  expressions: readonly Expression[],
): Promise<Sources> {
  const catalog = new Map((await store.catalog(projectId)).map((entry) => [entry.name, entry]));
  const looked: Sources["lookups"] =
    lookups !== undefined && expressions.some(stepsInto)
      ? await mappedTables({ store, lookups }, projectId)
      : new Map();
  return { dialect: store.dialect, catalog, lookups: looked };
}

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
  (expression.kind === "read" && expression.path.length > 1) || childrenOf(expression).some(stepsInto);
