import type { TestServer } from "../../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./postgres-source.ts";
import { createSource, startWarehouseServer } from "./warehouse.ts";

/** A server with one source: a Postgres of its own, which tests make tables in. */
type ServerBesidePostgres = {
  server: TestServer;
  warehouse: PostgresWarehouse;
  sourceId: number;
  close(): Promise<void>;
};

export async function startServerBesidePostgres(): Promise<ServerBesidePostgres> {
  const server = await startWarehouseServer();
  const warehouse = await startPostgresWarehouse();
  const { id: sourceId } = await createSource(server, warehouse.source);
  return {
    ...{ server, warehouse, sourceId },
    async close() {
      await server.close();
      await warehouse.close();
    },
  };
}
