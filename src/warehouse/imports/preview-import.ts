import type { ProjectScope } from "../../platform/access/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Cell, Session } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { Refusal } from "../refusal.ts";
import { withSession } from "../sources/look-into-source.ts";
import { planEvents } from "../sync/event-plan.ts";
import { eventMapper } from "../sync/map-event.ts";
import { digestOf, idsOf } from "../sync/row-ids.ts";
import { countRows, readSql, whereSql } from "../sync/select.ts";
import { companyProperty } from "../sync/table-sync.ts";
import { IMPORT_KINDS, type ImportKind, type Warning } from "../types.ts";
import { shownRow } from "../values/shown-row.ts";
import { type Body, type CheckedImport, checkImport } from "./create-import.ts";

export const PREVIEW_MAX = 50;

export type PreviewRow = {
  row: Record<string, Cell>;
  /** The event or profile it becomes; null when it cannot. */
  result: unknown;
  problem: { code: string; field: string; message: string } | null;
};
export type Preview = { rows: PreviewRow[]; warnings: Warning[] };

const kindOf = (body: Body): ImportKind =>
  IMPORT_KINDS.find((kind) => kind === body.import_type) ?? "event_stream";

/** Some rows of the table as they would be imported. Nothing is written. */
export async function previewImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  body: Body,
  limit: number,
): Promise<Result<Preview, Refusal>> {
  const checked = await checkImport(deps, scope, kindOf(body), body);
  if (!checked.ok) return checked;
  const company = await companyProperty(deps, scope.projectId);
  return withSession(deps, checked.value.source, "table_params", async (session) => {
    const columns = checked.value.described.columns.filter(({ family }) => family !== "unsupported");
    const relation = relationFor(session, checked.value);
    const { sql, columns: read } = readSql(relation, columns, { columns });
    const rows: Cell[][] = [];
    for await (const some of session.stream(`${sql} limit ${limit}`, read)) rows.push(...some);
    const map = mapperOf(deps, checked.value, company);
    return ok({
      rows: rows.map((cells) => ({
        row: shownRow(columns, cells),
        ...map(cells),
      })),
      warnings: checked.value.warnings,
    });
  });
}

function relationFor(session: Session, { table, mapping, described }: CheckedImport) {
  const column = described.columns.find(({ name }) => name === mapping.time_column_name);
  const window = column && mapping.sync_window ? { window: { column, ...mapping.sync_window } } : {};
  return { session, table: session.dialect.table(table), where: whereSql(session.dialect, window) };
}

function mapperOf(
  deps: WarehouseDeps,
  { kind, mapping, table, described }: CheckedImport,
  company: string | null,
): (cells: readonly Cell[]) => Omit<PreviewRow, "row"> {
  if (kind !== "event_stream") return () => ({ result: null, problem: null });
  const all = { ...mapping, excluded_columns: [] };
  const plan = planEvents(described, all, table.table ?? table.path ?? "", company);
  const shown = planEvents(described, mapping, table.table ?? table.path ?? "", company);
  const map = eventMapper(
    {
      ...plan,
      properties: plan.properties.filter(({ name }) => shown.properties.some((one) => one.name === name)),
    },
    {
      defaults: { $import: true, $source: "warehouse-import" },
      missingTimeMs: deps.clock.now(),
      warn: () => undefined,
      noteCollision: () => undefined,
    },
  );
  return (cells) => {
    const digest = digestOf(cells, plan.columns.length);
    const made = map(cells, idsOf(0, plan, cells, digest, 0).insertId);
    if ("record" in made) return { result: made.record, problem: null };
    const { code, field, message } = made.fault;
    return { result: null, problem: { code, field, message } };
  };
}

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
  ];
  return withSession(deps, source, "table_params", async (session) => {
    await session.begin();
    const relation = relationFor(session, checked.value);
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
