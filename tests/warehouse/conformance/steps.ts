import type { Sandbox } from "./sandbox.ts";

export type StepContext = { sandbox: Sandbox; table: string; isKeyed: boolean };

/** One thing that happens to a table. After it, a run has to make the store equal to the table again. */
export type Step = {
  name: string;
  /** Only where rows have a key, or only where they have none. */
  only?: "keyed" | "keyless";
  act(context: StepContext): Promise<void>;
  /** The run finds nothing to do. */
  changesNothing?: boolean;
};

const NAMES = ["id", "at", "event", "who", "plan", "amount", "qty", "data"] as const;

/** Values in the order of the columns, as SQL. */
export async function insert({ sandbox, table }: StepContext, ...rows: string[][]): Promise<void> {
  const { quote } = sandbox.sql;
  const values = rows.map((row) => `(${row.join(", ")})`).join(", ");
  await sandbox.run(`insert into ${quote(table)} (${NAMES.map(quote).join(", ")}) values ${values}`);
}

export async function createTable({ sandbox, table, isKeyed }: StepContext): Promise<void> {
  const { sql } = sandbox;
  const types = [
    sql.integer,
    `${sql.time} not null`,
    sql.text,
    sql.text,
    sql.text,
    sql.decimal(10, 2),
    sql.integer,
    sql.json,
  ];
  const columns = NAMES.map((name, index) => `${sql.quote(name)} ${types[index]}`);
  if (isKeyed) columns[0] = `${sql.quote("id")} ${sql.integer} not null`;
  await sandbox.run(
    `create table ${sql.quote(table)} (${columns.join(", ")}${sql.tableEnd(isKeyed ? "id" : null)}`,
  );
}

/** A row that is the same for the same number. */
export const rowOf = ({ sandbox: { sql } }: StepContext, id: number): string[] => [
  String(id),
  sql.moment(`2026-02-${String(1 + (id % 27)).padStart(2, "0")} 10:00:0${id % 10}.125`),
  `'Event ${id % 3}'`,
  `'user-${id % 4}'`,
  id % 5 === 0 ? "null" : `'plan ${id % 2}'`,
  `${id}.25`,
  String(id * 3),
  sql.jsonLiteral(`{"a": ${id}, "b": {"c": [1, 2, "x"]}, "gone": null}`),
];

const update = ({ sandbox, table }: StepContext, set: string, where: string) =>
  sandbox.run(sandbox.sql.update(table, set, where));
const remove = ({ sandbox, table }: StepContext, where: string) =>
  sandbox.run(sandbox.sql.remove(table, where));
const name = ({ sandbox }: StepContext, column: string): string => sandbox.sql.quote(column);

export const STEPS: readonly Step[] = [
  {
    name: "rows are inserted",
    act: (context) => insert(context, ...Array.from({ length: 12 }, (_, index) => rowOf(context, index + 1))),
  },
  {
    name: "a property is updated",
    act: (context) => update(context, `${name(context, "plan")} = 'gold'`, `${name(context, "id")} = 2`),
  },
  {
    name: "a time moves to another day",
    act: (context) =>
      update(
        context,
        `${name(context, "at")} = ${context.sandbox.sql.moment("2026-03-15 23:59:59.999")}`,
        `${name(context, "id")} = 3`,
      ),
  },
  {
    name: "a row becomes another user's",
    act: (context) => update(context, `${name(context, "who")} = 'zoe'`, `${name(context, "id")} = 4`),
  },
  {
    name: "an event gets another name",
    act: (context) => update(context, `${name(context, "event")} = 'Renamed'`, `${name(context, "id")} = 5`),
  },
  { name: "a row is deleted", act: (context) => remove(context, `${name(context, "id")} = 6`) },
  {
    name: "a row is deleted and inserted again as it was",
    changesNothing: true,
    async act(context) {
      await remove(context, `${name(context, "id")} = 7`);
      await insert(context, rowOf(context, 7));
    },
  },
  {
    name: "three equal rows are inserted",
    only: "keyless",
    act: (context) => insert(context, rowOf(context, 50), rowOf(context, 50), rowOf(context, 50)),
  },
  {
    name: "the equal rows go, and two of them come back",
    only: "keyless",
    async act(context) {
      await remove(context, `${name(context, "id")} = 50`);
      await insert(context, rowOf(context, 50), rowOf(context, 50));
    },
  },
  {
    name: "a column without values is added",
    changesNothing: true,
    act: ({ sandbox, table }) => sandbox.run(sandbox.sql.addColumn(table, "extra", sandbox.sql.text)),
  },
  {
    name: "the new column gets values",
    act: (context) => update(context, `${name(context, "extra")} = 'yes'`, `${name(context, "id")} < 5`),
  },
  {
    name: "a column is renamed",
    act: ({ sandbox, table }) =>
      sandbox.run(
        `alter table ${sandbox.sql.quote(table)} rename column ${sandbox.sql.quote("extra")} to ${sandbox.sql.quote("more")}`,
      ),
  },
  {
    name: "a column is dropped",
    act: ({ sandbox, table }) =>
      sandbox.run(`alter table ${sandbox.sql.quote(table)} drop column ${sandbox.sql.quote("more")}`),
  },
  {
    name: "a whole number is widened",
    changesNothing: true,
    act: ({ sandbox, table }) => sandbox.run(sandbox.sql.retype(table, "qty", sandbox.sql.bigint)),
  },
  {
    name: "a decimal gets more digits",
    changesNothing: true,
    act: ({ sandbox, table }) => sandbox.run(sandbox.sql.retype(table, "amount", sandbox.sql.decimal(38, 4))),
  },
  {
    name: "keys of JSON change places",
    changesNothing: true,
    act: (context) =>
      update(
        context,
        `${name(context, "data")} = ${context.sandbox.sql.jsonLiteral('{"b": {"c": [1, 2, "x"]}, "a": 8}')}`,
        `${name(context, "id")} = 8`,
      ),
  },
  {
    name: "NULL becomes an empty text",
    act: (context) => update(context, `${name(context, "plan")} = ''`, `${name(context, "id")} = 10`),
  },
  {
    name: "an empty text becomes NULL",
    act: (context) => update(context, `${name(context, "plan")} = null`, `${name(context, "id")} = 10`),
  },
  {
    name: "odd values: 38 digits, the largest bigint, emoji, quotes",
    async act(context) {
      const { sql } = context.sandbox;
      await insert(
        context,
        [
          "100",
          sql.moment("1999-12-31 23:59:59.001"),
          "'Odd ''quoted'' \"name\"'",
          "'ü😀'",
          "'tab\there'",
          "1234567890123456789012345678901234.5678",
          "9223372036854775807",
          "null",
        ],
        [
          "101",
          sql.moment("1971-01-02 00:00:00"),
          "'; drop table x; --'",
          "'line\nbreak'",
          "'back\\slash'",
          "-0.0001",
          "-9223372036854775808",
          sql.jsonLiteral('{"deep": {"er": {"and": {"er": 1}}}, "wide": [9007199254740993]}'),
        ],
      );
    },
  },
  {
    name: "the table is dropped and made again with the same rows",
    changesNothing: true,
    async act(context) {
      const { sandbox, table } = context;
      const copy = sandbox.sql.quote(`${table} copy`);
      const own = sandbox.sql.quote(table);
      const kept = { ...context, table: `${table} copy` };
      await createTable(kept);
      await sandbox.run(sandbox.sql.retype(kept.table, "qty", sandbox.sql.bigint));
      await sandbox.run(sandbox.sql.retype(kept.table, "amount", sandbox.sql.decimal(38, 4)));
      await sandbox.run(`insert into ${copy} select * from ${own}`);
      await sandbox.run(`drop table ${own}`);
      await sandbox.run(`alter table ${copy} rename to ${own}`);
    },
  },
  { name: "everything is deleted", act: ({ sandbox, table }) => sandbox.run(sandbox.sql.truncate(table)) },
  { name: "rows come back", act: (context) => insert(context, rowOf(context, 1), rowOf(context, 2)) },
];
