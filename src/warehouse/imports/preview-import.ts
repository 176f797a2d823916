import type { ProjectScope } from "../../platform/access/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Cell } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { Refusal } from "../refusal.ts";
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

export type Preview = { rows: (Mapped & { row: Record<string, Cell> })[]; warnings: Warning[] };

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
