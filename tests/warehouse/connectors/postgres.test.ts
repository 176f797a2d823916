import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import { startPostgresWarehouse } from "../support/postgres-source.ts";

/** Decimals as the properties they should be: a number as long as a double holds all their digits. */
const decimal = (text: string): number | string => {
  const digits = text
    .replace(/^-?0*\.?0*/, "")
    .replace(".", "")
    .replace(/0+$/, "");
  return digits.length <= 15 ? Number(text) : text;
};
const whole = (text: string): number | string => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

async function openSandbox(): Promise<Sandbox> {
  const warehouse = await startPostgresWarehouse();
  return {
    source: warehouse.source,
    tableParams: (table) => ({ schema: "public", table }),
    sql: STANDARD,
    run: async (statement) => void (await warehouse.run(statement)),
    async rows(table) {
      const rows = await warehouse.run(`select * from ${STANDARD.quote(table)}`);
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) => {
            if (value === null) return [];
            if (value instanceof Date) return [[name, value.toISOString()]];
            if (name === "amount") return [[name, decimal(String(value))]];
            if (name === "qty") return [[name, whole(String(value))]];
            return [[name, name === "data" ? shallow(value) : value]];
          }),
        ),
      );
    },
    close: warehouse.close,
  };
}

/** What lies deeper than an event may hold is text. */
function shallow(value: unknown, depth = 1): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > 3) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => shallow(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shallow(inner, depth + 1)]));
}

mirrorConformance({ label: "Postgres", open: openSandbox });
