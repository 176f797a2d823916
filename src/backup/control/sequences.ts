import type { ClientBase } from "pg";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { qualified } from "./catalog.ts";

/** `lastValue` is text: it may be larger than a number can tell apart. */
const Sequences = Type.Array(
  Type.Object({ name: Type.String(), lastValue: Type.String(), isCalled: Type.Boolean() }),
);
type Sequences = Static<typeof Sequences>;

export const SEQUENCES = "sequences.json";

export function parseSequences(text: string): Sequences {
  const value: unknown = JSON.parse(text);
  if (Value.Check(Sequences, value)) return value;
  throw new Error(`${SEQUENCES} does not hold sequences`);
}

/** A transaction does not hold sequences still. Read after the rows, they are at or past every id among them. */
export async function readSequences(client: ClientBase, schema: string): Promise<Sequences> {
  const found: Sequences = [];
  for (const name of await namesOf(client, schema)) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${qualified(schema, name)}`,
    );
    found.push(...rows.map((row) => ({ name, ...row })));
  }
  return found;
}

export async function setSequences(client: ClientBase, schema: string, saved: Sequences): Promise<void> {
  const known = new Set(await namesOf(client, schema));
  for (const { name, lastValue, isCalled } of saved.filter((sequence) => known.has(sequence.name))) {
    await client.query("select setval($1::regclass, $2::bigint, $3)", [
      qualified(schema, name),
      lastValue,
      isCalled,
    ]);
  }
}

async function namesOf(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class c
     where relnamespace = $1::regnamespace and relkind = 'S'
       and not exists (select from pg_depend d
                       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by relname`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
