import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import { decimalProperty, jsonProperty, wholeProperty } from "../conformance/values.ts";
import { startPostgresWarehouse } from "../support/postgres-source.ts";

async function openSandbox(): Promise<Sandbox> {
  const warehouse = await startPostgresWarehouse();
  return {
    source: warehouse.source,
    tableParams: (table) => ({ schema: "public", table }),
    sql: STANDARD,
    run: async (statement) => void (await warehouse.run(statement)),
    async rows(table) {
      const rows = await warehouse.run(
        `select t.*, to_jsonb(t)->>'data' as data from ${STANDARD.quote(table)} t`,
      );
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) => {
            if (value === null) return [];
            if (value instanceof Date) return [[name, value.toISOString()]];
            if (name === "amount") return [[name, decimalProperty(String(value))]];
            if (name === "qty") return [[name, wholeProperty(String(value))]];
            return [[name, name === "data" ? jsonProperty(String(value)) : value]];
          }),
        ),
      );
    },
    close: warehouse.close,
  };
}

mirrorConformance({ label: "Postgres", open: openSandbox });
