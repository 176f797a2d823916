import type { Answer, TestServer } from "../../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./postgres-source.ts";
import { createSource, IMPORTS, startWarehouseServer } from "./warehouse.ts";

/** A server with a source whose table of orders has columns of every odd kind. */
export type OrdersServer = {
  server: TestServer;
  warehouse: PostgresWarehouse;
  sourceId: number;
  /** What makes an import of the orders. */
  body(more?: Record<string, unknown>): Record<string, unknown>;
  create(more: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
};

export async function startOrdersServer(): Promise<OrdersServer> {
  const server = await startWarehouseServer();
  const warehouse = await startPostgresWarehouse();
  await warehouse.run(`create table orders (id int primary key, at timestamptz not null, written timestamptz, who text,
    flag boolean, data jsonb, "odd ""name"" '; drop table orders; --" text, at_text text, shape xml)`);
  await warehouse.run("insert into orders (id, at, who) values (1, '2026-01-01', 'ana')");
  await warehouse.run("create table bad_column (_wh_row_key text, at timestamptz not null)");
  const { id: sourceId } = await createSource(server, { ...warehouse.source, source_name: "Main" });
  const body = (more: Record<string, unknown> = {}) => ({
    ...{
      import_type: "event_stream",
      warehouse_source_id: sourceId,
      table_params: { table: "orders" },
      run_every: 0,
    },
    ...{ time_column_name: "at", sync_mode: "mirror_mode", event_name: "Order", ...more },
  });
  return {
    ...{ server, warehouse, sourceId, body },
    create: (more) => server.call("POST", `${IMPORTS}/event-stream`, { body: body(more) }),
    async close() {
      await server.close();
      await warehouse.close();
    },
  };
}

export const refused = (answer: Answer) => ({
  status: answer.status,
  type: answer.body.type,
  field: answer.body.field,
});
