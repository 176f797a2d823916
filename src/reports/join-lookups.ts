import type { Readers } from "./expression/build.ts";
import { childrenOf, type Expression, type Root } from "./expression/tree.ts";
import { joinedValue, keysOf, type Lookups, lookUpAll } from "./lookups.ts";

/** Lets `properties["sku"]["price"]` read the price of the row that `sku` leads to in its lookup table. */
export type Join<Subject> = {
  joined: NonNullable<Readers<Subject>["joined"]>;
  prepare(subjects: readonly Subject[]): Promise<void>;
};

/** Whose properties are looked up, what an expression calls them, and how they are read. */
export type Joining<Subject> = {
  of: "event" | "profile";
  roots: readonly Root[];
  read: (name: string) => ((subject: Subject) => unknown) | undefined;
};

/** Rows remembered for each table, about: then they are forgotten, and looked up again. */
const REMEMBERED_MAX = 50_000;

type Rows = Parameters<typeof lookUpAll>[4];

/** Undefined: the expression steps into no property that is looked up. */
export async function joinLookups<Subject>(
  lookups: Lookups,
  projectId: number,
  expression: Expression,
  { of, roots, read: reader }: Joining<Subject>,
): Promise<Join<Subject> | undefined> {
  const names = steppedInto(expression, roots);
  if (names.size === 0) return undefined;
  const tables = await lookups.tablesOf(projectId, of);
  const mapped = [...names].flatMap((name) => {
    const tableId = tables.get(name);
    const read = reader(name);
    return tableId === undefined || read === undefined ? [] : [{ name, tableId, read }];
  });
  if (mapped.length === 0) return undefined;
  const rowsOf = new Map<string, Rows>(mapped.map(({ name }) => [name, new Map()]));
  return {
    joined(root, name, column) {
      const found = roots.includes(root) ? mapped.find((one) => one.name === name) : undefined;
      const rows = rowsOf.get(name);
      if (found === undefined || rows === undefined) return undefined;
      return (subject) => joinedValue(found.read(subject), column, rows);
    },
    async prepare(subjects) {
      for (const { name, tableId, read } of mapped) {
        const rows = rowsOf.get(name) ?? new Map();
        if (rows.size > REMEMBERED_MAX) rows.clear();
        const keys = subjects.flatMap((subject) => keysOf(read(subject)));
        await lookUpAll(lookups, projectId, tableId, keys, rows);
      }
    },
  };
}

/** The properties that the expression steps into. */
function steppedInto(expression: Expression, roots: readonly Root[], names = new Set<string>()): Set<string> {
  if (expression.kind === "read" && roots.includes(expression.root) && expression.path.length > 1) {
    names.add(expression.path[0]);
  }
  for (const child of childrenOf(expression)) steppedInto(child, roots, names);
  return names;
}
