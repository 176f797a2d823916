import { fail, ok, type Result } from "../../platform/result.ts";
import type { Connector, TableRef } from "../connector.ts";
import { type Refusal, refusal } from "../refusal.ts";

const NAME_MAX = 255;

/** Where a table is, in the words of its warehouse; aliases become the one name under which it is kept. */
export function readTableRef(
  { tableFields, label }: Connector,
  given: Readonly<Record<string, unknown>>,
  prefix: string,
): Result<TableRef, Refusal> {
  const table: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = tableFields.find((known) => known.name === name || known.aliases?.includes(name));
    if (field === undefined) {
      const names = tableFields.map((known) => known.name).join(", ");
      return fail(
        refusal(
          "invalid_field",
          `'${name}' says nothing about a table of ${label}; use ${names}.`,
          prefix + name,
        ),
      );
    }
    if (typeof value !== "string" || value === "" || value.length > NAME_MAX || value.includes("\0")) {
      return fail(
        refusal("invalid_field", `'${name}' must be a name of 1 to ${NAME_MAX} characters.`, prefix + name),
      );
    }
    table[field.name] ??= value;
  }
  for (const { name, required, preset } of tableFields) {
    if (table[name] === undefined && preset !== undefined) table[name] = preset;
    if (required && table[name] === undefined) {
      return fail(
        refusal("missing_field", `'${name}' is required: it says which table is meant.`, prefix + name),
      );
    }
  }
  return ok(table);
}
