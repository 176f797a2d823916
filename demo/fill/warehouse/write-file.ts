import { DuckDBInstance } from "@duckdb/node-api";

/** The file as a source names it, from the folder the server may read. */
export const WAREHOUSE_FILE = "shop.duckdb";

export type WarehouseSize = { orders: number; returns: number; customers: number };

/** Numbers from 0 to below 1 that look random and are the same on every machine. */
const MIXED = `create macro mixed(number, salt) as
  ((number * 2654435761 + salt * 40503 + number * number * 7919) % 1000003) / 1000003.0`;

const sqlMoment = (ms: number): string => `timestamp '${new Date(ms).toISOString().slice(0, 19)}'`;
const customer = (salt: number, { customers }: WarehouseSize): string =>
  `'u-' || lpad((1 + floor(mixed(n, ${salt}) * ${customers}))::bigint::varchar, 5, '0')`;

/** The tills of the shops in town: orders of the last 400 days, and what was brought back. */
export async function writeWarehouse(path: string, size: WarehouseSize, endMs: number): Promise<void> {
  await runOn(path, [
    MIXED,
    `create table orders (order_id bigint primary key, customer_id varchar not null, ordered_at timestamp not null,
       store varchar not null, channel varchar not null, status varchar not null, items integer not null,
       total decimal(10, 2) not null, currency varchar not null, is_gift boolean not null, updated_at timestamp not null)`,
    `insert into orders select 500000 + n, ${customer(1, size)}, moment,
       list_extract(['Hamburg', 'Berlin', 'London', 'Paris'], 1 + floor(mixed(n, 2) * 4)::integer),
       if(mixed(n, 3) < 0.8, 'till', 'phone'),
       list_extract(['paid', 'paid', 'paid', 'picked_up', 'cancelled'], 1 + floor(mixed(n, 4) * 5)::integer),
       1 + floor(mixed(n, 5) * 5)::integer, 9 + mixed(n, 6) * mixed(n, 7) * 380, 'EUR', mixed(n, 8) < 0.15,
       moment + interval 2 hours
     from (select n, ${sqlMoment(endMs)} - to_seconds(floor((n + mixed(n, 9)) * ${(400 * 86_400) / size.orders})::bigint
       + 10800) as moment from range(${size.orders}) numbers(n))`,
    `create table returns (return_id bigint primary key, order_id bigint not null, customer_id varchar not null,
       returned_at timestamp not null, reason varchar not null, amount decimal(10, 2) not null)`,
    `insert into returns select 900000 + row_number() over (order by order_id), order_id, customer_id,
       ordered_at + interval 1 hour, if(order_id % 3 = 0, 'damaged', 'changed_mind'), total
     from orders order by order_id limit ${size.returns}`,
    `create table customers as select 'u-' || lpad((n + 1)::varchar, 5, '0') as customer_id,
       list_extract(['occasional', 'regular', 'collector'], 1 + floor(mixed(n, 11) * 3)::integer) as segment,
       floor(mixed(n, 12) * 2000)::integer as loyalty_points from range(${size.customers}) numbers(n)`,
    "drop macro mixed",
  ]);
}

/** A day at the tills: some orders were picked up, one in a thousand was a mistake. */
export const changeOrders = (path: string): Promise<void> =>
  runOn(path, [
    "update orders set status = 'picked_up', updated_at = updated_at + interval 1 day where order_id % 97 = 0",
    "delete from orders where order_id % 1000 = 1",
  ]);

/** What somebody in the warehouse did one night, without telling. */
export const renameColumn = (path: string): Promise<void> =>
  runOn(path, ["alter table returns rename column customer_id to client_id"]);

async function runOn(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    for (const statement of statements) await connection.run(statement);
    await connection.run("checkpoint");
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
