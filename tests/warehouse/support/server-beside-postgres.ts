import { exportLines } from "../../support/events.ts";
import type { TestServer } from "../../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./postgres-source.ts";
import { createImport, createSource, IMPORTS, results, startWarehouseServer } from "./warehouse.ts";

/** A server with one source: a Postgres of its own, which tests make tables in. */
type ServerBesidePostgres = {
  server: TestServer;
  warehouse: PostgresWarehouse;
  sourceId: number;
  /** An import of one of its tables as events of that name. */
  follow(table: string, sync_mode: string, more?: Record<string, unknown>): Promise<{ id: number }>;
  verify(id: number): Promise<unknown>;
  /** Its events, as text: a reader that makes objects of them may lose what a test is about. */
  linesOf(event: string): Promise<string[]>;
  close(): Promise<void>;
};

export async function startServerBesidePostgres(): Promise<ServerBesidePostgres> {
  const server = await startWarehouseServer();
  const warehouse = await startPostgresWarehouse();
  const { id: sourceId } = await createSource(server, warehouse.source);
  return {
    ...{ server, warehouse, sourceId },
    follow: (table, sync_mode, more = {}) =>
      createImport(server, {
        ...{
          warehouse_source_id: sourceId,
          table_params: { table },
          time_column_name: "at",
          event_name: table,
        },
        ...{ sync_mode, ...more },
      }),
    verify: (id) => results(server.call("POST", `${IMPORTS}/${id}/verify`)),
    linesOf: (event) => exportLines(server, `&event=${encodeURIComponent(JSON.stringify([event]))}`),
    async close() {
      await server.close();
      await warehouse.close();
    },
  };
}
