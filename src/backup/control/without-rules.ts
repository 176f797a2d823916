import { type ClientBase, escapeIdentifier } from "pg";

type ForeignKey = { name: string; table: string; definition: string };
type Trigger = { name: string; table: string };

/**
 * Runs the filling of the tables without foreign keys and triggers, and then puts them back. Postgres checks each key as it comes back,
 * over all rows at once, so a backup that breaks one is refused all the same.
 *
 * Tables in the order of their keys would be the other way, but two tables that point at each other have no order, and that would
 * show when it is too late. `session_replication_role` needs a superuser; this needs what we are: the owner.
 */
export async function withoutRules(
  client: ClientBase,
  schema: string,
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await foreignKeys(client, schema);
  const triggers = await enabledTriggers(client, schema);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${escapeIdentifier(name)}`);
  await fill();
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} enable trigger ${escapeIdentifier(name)}`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
}

/** Those of a partition belong to its parent's. */
async function foreignKeys(client: ClientBase, schema: string): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname::text as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0
     order by conrelid, conname`,
    [schema],
  );
  return rows;
}

/** Of tables; those of a view cannot be disabled, and nothing is filled through a view. */
async function enabledTriggers(client: ClientBase, schema: string): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select t.tgname::text as name, t.tgrelid::regclass::text as table
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not t.tgisinternal and t.tgenabled = 'O'
     order by t.tgrelid, t.tgname`,
    [schema],
  );
  return rows;
}
