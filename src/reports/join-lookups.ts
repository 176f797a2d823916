import type { StoredEvent } from "../events/index.ts";
import { EVENT_READERS } from "./exported-properties.ts";
import type { Readers } from "./expression/build.ts";
import { childrenOf, type Expression } from "./expression/tree.ts";
import { joinedValue, keysOf, type Lookups, lookUpAll } from "./lookups.ts";

/** Lets `properties["sku"]["price"]` read the price of the row that `sku` leads to in its lookup table. */
export type Join = {
  joined: NonNullable<Readers<StoredEvent>["joined"]>;
  prepare(events: readonly StoredEvent[]): Promise<void>;
};

/** Rows remembered for each table, about: then they are forgotten, and looked up again. */
const REMEMBERED_MAX = 50_000;

type Rows = Parameters<typeof lookUpAll>[4];

/** Undefined: the expression steps into no property that is looked up. */
export async function joinLookups(
  lookups: Lookups,
  projectId: number,
  expression: Expression,
): Promise<Join | undefined> {
  const names = steppedInto(expression);
  if (names.size === 0) return undefined;
  const tables = await lookups.tablesOf(projectId, "event");
  const mapped = [...names].flatMap((name) => {
    const tableId = tables.get(name);
    const read = EVENT_READERS.properties?.(name);
    return tableId === undefined || read === undefined ? [] : [{ name, tableId, read }];
  });
  if (mapped.length === 0) return undefined;
  const rowsOf = new Map<string, Rows>(mapped.map(({ name }) => [name, new Map()]));
  return {
    joined(root, name, column) {
      const found = root === "properties" ? mapped.find((one) => one.name === name) : undefined;
      const rows = rowsOf.get(name);
      if (found === undefined || rows === undefined) return undefined;
      return (event) => joinedValue(found.read(event), column, rows);
    },
    async prepare(events) {
      for (const { name, tableId, read } of mapped) {
        const rows = rowsOf.get(name) ?? new Map();
        if (rows.size > REMEMBERED_MAX) rows.clear();
        const keys = events.flatMap((event) => keysOf(read(event)));
        await lookUpAll(lookups, projectId, tableId, keys, rows);
      }
    },
  };
}

/** The properties of events that the expression steps into. */
function steppedInto(expression: Expression, names = new Set<string>()): Set<string> {
  if (expression.kind === "read" && expression.root === "properties" && expression.path.length > 1) {
    names.add(expression.path[0]);
  }
  for (const child of childrenOf(expression)) steppedInto(child, names);
  return names;
}
