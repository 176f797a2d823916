import type { ProjectScope } from "../../platform/access/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { Refusal } from "../refusal.ts";
import { withSession } from "../sources/look-into-source.ts";
import { countRows } from "../sync/select.ts";
import type { Warning } from "../types.ts";
import { chosenRows, kindOf } from "./chosen-rows.ts";
import { type Body, checkImport } from "./create-import.ts";

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
  const checked = await checkImport(deps, scope, kindOf(body), body);
  if (!checked.ok) return checked;
  const { mapping, source, warnings } = checked.value;
  const roles = [
    mapping.time_column_name,
    mapping.user_column_name,
    mapping.device_column_name,
    mapping.event_column_name,
    mapping.group_id_column,
    mapping.property_key_column_name,
  ];
  return withSession(deps, source, "table_params", async (session) => {
    await session.begin();
    const relation = await chosenRows(session, checked.value);
    const rows = await countRows(relation);
    const clause = relation.where === null ? "" : ` where ${relation.where}`;
    const named = roles.filter((name) => name !== null);
    const counts = named.map((name) => `count(*) - count(${session.dialect.quote(name)})`);
    const [found = []] =
      counts.length === 0
        ? []
        : await session.ask(`select ${counts.join(", ")} from ${relation.table}${clause}`);
    const nulls = Object.fromEntries(named.map((name, at) => [name, Number(found[at] ?? 0)]));
    const time = mapping.time_column_name;
    const quoted = session.dialect.quote(time ?? "");
    const [[from = null, to = null] = []] =
      time === null
        ? []
        : await session.ask(`select min(${quoted}), max(${quoted}) from ${relation.table}${clause}`);
    return ok({ rows, from, to, nulls, warnings });
  });
}
