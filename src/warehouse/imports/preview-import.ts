import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Cell } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { withSession } from "../sources/look-into-source.ts";
import { readSql } from "../sync/select.ts";
import { companyProperty } from "../sync/table-sync.ts";
import type { Warning } from "../types.ts";
import { shownRow } from "../values/shown-row.ts";
import { chosenRows, kindOf } from "./chosen-rows.ts";
import { type Body, checkImport } from "./create-import.ts";
import { previewEvents } from "./preview-events.ts";
import { previewLookup } from "./preview-lookup.ts";
import { previewProfiles } from "./preview-profiles.ts";
import type { Mapped, PreviewAsk } from "./previewing.ts";

export const PREVIEW_MAX = 50;
const PREVIEW_PRESET = 10;

export type Preview = { rows: (Mapped & { row: Record<string, Cell> })[]; warnings: Warning[] };

/** Some rows of the table as they would be imported. Nothing is written. */
export async function previewImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  body: Body,
): Promise<Result<Preview, Refusal>> {
  const { limit = PREVIEW_PRESET } = body;
  if (!isWithin(limit, PREVIEW_MAX)) {
    const message = `'limit' must be a whole number from 1 to ${PREVIEW_MAX}.`;
    return fail(refusal("invalid_field", message, "limit"));
  }
  const kind = kindOf(body);
  if (!kind.ok) return kind;
  const checked = await checkImport(deps, scope, kind.value, body);
  if (!checked.ok) return checked;
  const company = await companyProperty(deps, scope.projectId);
  return withSession(deps, checked.value.source, "table_params", async (session) => {
    const columns = checked.value.described.columns.filter(({ family }) => family !== "unsupported");
    const { sql, columns: read } = readSql(await chosenRows(session, checked.value), columns, {
      columns,
    });
    const rows: Cell[][] = [];
    for await (const some of session.stream(`${sql} limit ${limit}`, read)) rows.push(...some);
    const mapped = mapRows({ import: checked.value, company, nowMs: deps.clock.now(), columns, rows });
    return ok({
      rows: rows.flatMap((cells, at) => {
        const made = mapped[at];
        return made === undefined ? [] : [{ row: shownRow(columns, cells), ...made }];
      }),
      warnings: checked.value.warnings,
    });
  });
}

const isWithin = (limit: unknown, max: number): boolean =>
  Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= max;

function mapRows(ask: PreviewAsk): Mapped[] {
  switch (ask.import.kind) {
    case "event_stream":
      return previewEvents(ask);
    case "people":
    case "groups":
      return previewProfiles(ask);
    case "lookup_table":
      return previewLookup(ask);
  }
}
