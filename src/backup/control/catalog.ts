import { type ClientBase, escapeIdentifier } from "pg";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";

/** What a restore must know of the control database before it reads the first row. */
const Catalog = Type.Object({
  /** The Postgres that it was read from; for people. */
  postgres: Type.String(),
  /** In order, as the database holds them. */
  steps: Type.Array(Type.Object({ name: Type.String(), digest: Type.String() })),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
});
export type Catalog = Static<typeof Catalog>;
export type Table = Catalog["tables"][number];

export const CATALOG = "catalog.json";

export function parseCatalog(text: string): Catalog {
  const value: unknown = JSON.parse(text);
  if (Value.Check(Catalog, value)) return value;
  throw new Error(`${CATALOG} does not describe a control database`);
}

/** The schema that holds our tables; nothing when the schema steps were never applied. */
export async function findSchema(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    "select relnamespace::regnamespace::text as name from pg_class where oid = to_regclass('schema_step')",
  );
  return rows[0]?.name;
}

export async function readCatalog(client: ClientBase, schema: string): Promise<Catalog> {
  const version = await client.query<{ postgres: string }>(
    "select current_setting('server_version') as postgres",
  );
  const steps = await client.query<{ name: string; digest: string }>(
    "select name, digest from schema_step order by name",
  );
  return {
    postgres: version.rows[0]?.postgres ?? "",
    steps: steps.rows,
    tables: await readTables(client, schema),
  };
}

/**
 * From the catalog, so that the tables of later schema steps join by themselves. A partition's rows come with its parent, and
 * generated columns generate themselves. What an extension made is its own to bring back.
 */
export async function readTables(client: ClientBase, schema: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d
                       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.oid, c.relname order by c.relname`,
    [schema],
  );
  return rows;
}

/** `schema` comes from the catalog, quoted where it must be. */
export const qualified = (schema: string, name: string): string => `${schema}.${escapeIdentifier(name)}`;
