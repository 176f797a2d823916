import { Type } from "typebox";
import { AnswerText, closed, type Route, route, whileAsked } from "../../http/index.ts";
import { PERMISSIONS, type ProjectRole, projectRoleReaches } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { SegmentationReport } from "../model/report.ts";
import { ANSWER_MAX } from "../plan/plan-report.ts";
import { at } from "../plan/zone.ts";
import { type AskDeps, type AskFailure, askReport } from "../run/ask-report.ts";
import { countRows } from "../run/count-rows.ts";
import { csvPieces } from "../run/csv.ts";
import { type AnsweredReport, completeness, SegmentationAnswerView, toAnswerView } from "./answer-view.ts";
import { exampleAnswer, exampleCsv, exampleReport } from "./example.ts";
import { REPORT_FAILURES } from "./failures-wire.ts";

type MayNotDownload = { code: "may_not_download"; role: ProjectRole };
type Asked = { format: "json" | "csv"; withMark: boolean; projectId: number } & AnsweredReport;

const BODY_MAX_BYTES = 1024 * 1024;

/** Reports asked for as documents. Whoever leaves is not worked for any longer. */
export const reportRoutes = (deps: AskDeps): Route[] => [
  route({
    method: "POST",
    path: "/projects/:projectId/reports/query",
    access: "project:read",
    tag: "Reports",
    summary: "Ask how events developed over time",
    description:
      "A document says which events, what is counted, over which days, and by what it is broken down; the answer has a value for each period and one for the whole time frame. Days are those of the project's time zone. Old events are found by time frame and filter, whether or not menus still list them: `$warehouse_import_id`, `$warehouse_import_job_id`, `$import` and `$source` are properties like any other. Nothing is stored.",
    query: Type.Object(
      {
        format: Type.Optional(
          Type.Enum(["json", "csv"], {
            default: "json",
            description: "`csv`: a file with a line for each point; for analysts and above.",
          }),
        ),
        bom: Type.Optional(
          Type.Boolean({ default: false, description: "Begin a CSV file with a byte order mark." }),
        ),
      },
      closed,
    ),
    body: SegmentationReport,
    bodyMaxBytes: BODY_MAX_BYTES,
    handle: ({ scope, query, body, request }): Promise<Result<Asked, AskFailure | MayNotDownload>> =>
      whileAsked(request.raw.socket, async (left) => {
        const { projectId, role } = scope;
        const { format = "json", bom: withMark = false } = query;
        if (format === "csv" && !projectRoleReaches(role, PERMISSIONS["reports:download"].least))
          return fail({ code: "may_not_download", role });
        const most = ANSWER_MAX[format === "csv" ? "file" : "chart"];
        const answer = await askReport(deps, projectId, body, most, left);
        if (!answer.ok) return answer;
        const rows = await countRows(deps, projectId, answer.value.plan, left);
        if (!rows.ok) return rows;
        return ok({
          format,
          withMark,
          projectId,
          report: body,
          answer: answer.value,
          rowsScanned: rows.value,
        });
      }),
  }).answers({
    schema: SegmentationAnswerView,
    view: (asked) => (asked.format === "csv" ? toFile(asked) : toAnswerView(asked)),
    file: { contentType: "text/csv", example: exampleCsv },
    failures: {
      ...REPORT_FAILURES,
      may_not_download: {
        status: 403,
        say: ({ role }) =>
          `format: downloading needs the role ${PERMISSIONS["reports:download"].least} or above; yours is ${role}. Leave it out to see the report.`,
        field: "format",
      },
    },
    example: { body: exampleReport, answer: exampleAnswer },
  }),
];

function toFile({ answer, projectId, withMark }: Asked): AnswerText {
  const { span, zone } = answer.plan.axis;
  const [from, to] = [span.fromMs, span.beforeMs - 1].map((ms) => at(ms, zone).toPlainDate().toString());
  return new AnswerText({
    contentType: "text/csv; charset=utf-8",
    fileName: `${projectId}_segmentation_${from}_${to}.csv`,
    pieces: { [Symbol.iterator]: () => csvPieces(answer, completeness(answer), withMark) },
  });
}
