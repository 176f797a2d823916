/**
 * A warehouse that the conformance suite may do as it likes with. A connector's test brings one; the suite speaks SQL to it and reads
 * back, by the warehouse's own driver, what should now be in the store.
 */
export type Sandbox = {
  /** What a source says to connect to it. */
  source: Record<string, unknown>;
  /** `table_params` of a table of this name. */
  tableParams(table: string): Record<string, string>;
  /** How the warehouse spells types and literals. */
  sql: Spelling;
  /** A statement, after which whoever connects sees what it did. */
  run(statement: string): Promise<void>;
  /** All rows of a table by column, each value as the property it should become; NULLs left out, times as ISO text in UTC. */
  rows(table: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export type Spelling = {
  integer: string;
  bigint: string;
  text: string;
  float: string;
  /** The type of the time column, NOT NULL apart. */
  time: string;
  json: string;
  decimal(precision: number, scale: number): string;
  /** `'2026-01-31 12:00:00.123'` as a literal of the time type, in UTC. */
  moment(text: string): string;
  jsonLiteral(text: string): string;
  /** What stands behind the columns when a table is made: keys, engines. */
  tableEnd(key: string | null): string;
  quote(name: string): string;
  addColumn(table: string, column: string, type: string): string;
  retype(table: string, column: string, type: string): string;
  truncate(table: string): string;
  update(table: string, set: string, where: string): string;
  remove(table: string, where: string): string;
};

const plain = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** As Postgres and its likes say it; a sandbox changes what is otherwise in its warehouse. */
export const STANDARD: Spelling = {
  integer: "integer",
  bigint: "bigint",
  text: "text",
  float: "double precision",
  time: "timestamptz",
  json: "jsonb",
  decimal: (precision, scale) => `numeric(${precision}, ${scale})`,
  moment: (text) => `timestamptz '${text}+00'`,
  jsonLiteral: (text) => `'${text}'`,
  tableEnd: (key) => (key === null ? ")" : `, primary key (${plain(key)}))`),
  quote: plain,
  addColumn: (table, column, type) => `alter table ${plain(table)} add column ${plain(column)} ${type}`,
  retype: (table, column, type) => `alter table ${plain(table)} alter column ${plain(column)} type ${type}`,
  truncate: (table) => `truncate table ${plain(table)}`,
  update: (table, set, where) => `update ${plain(table)} set ${set} where ${where}`,
  remove: (table, where) => `delete from ${plain(table)} where ${where}`,
};
