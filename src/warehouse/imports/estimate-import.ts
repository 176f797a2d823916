import type { ProjectScope } from "../../platform/access/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Cell, Column } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { Refusal } from "../refusal.ts";
import { withSession } from "../sources/look-into-source.ts";
import type { Relation } from "../sync/select.ts";
import type { Warning } from "../types.ts";
import { toTimeMs } from "../values/to-time.ts";
import { chosenRows, kindOf } from "./chosen-rows.ts";
import { type Body, type CheckedImport, checkImport } from "./create-import.ts";

export type Estimate = {
  rows: number;
  from: string | null;
  to: string | null;
  nulls: Record<string, number>;
  warnings: Warning[];
};

/** What a first run would meet: how many rows, from when to when, and where a column with a role is empty. */
export async function estimateImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  body: Body,
): Promise<Result<Estimate, Refusal>> {
  const kind = kindOf(body);
  if (!kind.ok) return kind;
  const checked = await checkImport(deps, scope, kind.value, body);
  if (!checked.ok) return checked;
  const { source, warnings } = checked.value;
  return withSession(deps, source, "table_params", async (session) => {
    await session.begin();
    const relation = await chosenRows(session, checked.value);
    return ok({ ...(await lookOnce(relation, checked.value)), warnings });
  });
}

/** Columns in which an empty value matters. */
function namedRoles({ mapping }: CheckedImport): string[] {
  const roles = [
    mapping.time_column_name,
    mapping.insert_time_column_name,
    mapping.user_column_name,
    mapping.device_column_name,
    mapping.event_column_name,
    mapping.group_id_column,
    mapping.property_key_column_name,
  ];
  return [...new Set(roles.filter((name) => name !== null))];
}

/** All of it in one pass over the table. */
async function lookOnce(
  { session, table, where }: Relation,
  checked: CheckedImport,
): Promise<Omit<Estimate, "warnings">> {
  const roles = namedRoles(checked);
  const time = checked.described.columns.find(({ name }) => name === checked.mapping.time_column_name);
  const quoted = session.dialect.quote(time?.name ?? "");
  const counts = roles.map((name) => `count(*) - count(${session.dialect.quote(name)})`);
  const asked = ["count(*)", ...counts, ...(time ? [`min(${quoted})`, `max(${quoted})`] : [])];
  const list = asked.map((sql, at) => `${sql} as _wh_${at}`).join(", ");
  const columns = asked.map(
    (_, at): Column => ({ ...(at > roles.length && time ? time : WHOLE), name: `_wh_${at}` }),
  );
  const sql = `select ${list} from ${table}${where === null ? "" : ` where ${where}`}`;
  let cells: Cell[] = [];
  for await (const rows of session.stream(sql, columns)) cells = rows[0] ?? cells;
  const [rows = 0, ...found] = cells;
  const [from = null, to = null] = found.slice(roles.length);
  const nulls = Object.fromEntries(roles.map((name, at) => [name, Number(found[at] ?? 0)]));
  return { rows: Number(rows), from: moment(from, time), to: moment(to, time), nulls };
}

const WHOLE: Column = { name: "", nativeType: "bigint", family: "integer", nullable: false };

/** As everywhere in answers; null for what is no time. */
function moment(cell: Cell, column: Column | undefined): string | null {
  const ms = column && toTimeMs(cell, column);
  return ms === undefined || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();
}
