import type { TableParams } from "../queries.ts";

/** `public.orders` as the parts by which a kind of warehouse names a table; a single part may have points in it. */
export function readTableName(text: string, fields: readonly { name: string }[]): TableParams {
  if (fields.length <= 1) return { [fields[0]?.name ?? "table"]: text };
  const parts = text.split(".");
  const said = [...parts.slice(0, fields.length - 1), parts.slice(fields.length - 1).join(".")].filter(
    Boolean,
  );
  const names = fields.slice(-said.length).map(({ name }) => name);
  return Object.fromEntries(names.map((name, at) => [name, said[at] ?? ""]));
}
