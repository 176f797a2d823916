import { randomUUID } from "node:crypto";
import { ConnectorError } from "../../connector.ts";
import { type Answer, type Api, unreadable } from "./api.ts";
import { ApiError } from "./failures.ts";

const PAGE_ROWS = 10_000;
/** The server holds a request so long while its job is not done. */
const WAIT_MS = 10_000;
const ALREADY_EXISTS = 409;

export type JobOptions = {
  projectId: string;
  location: string | undefined;
  bytesBilledMax: string | undefined;
  timeoutMs: number;
};
export type Page = (string | null)[][];

/** Runs a statement as a job of BigQuery and gives its rows page by page, each value as the text it is on the wire. */
export async function* runQuery(api: Api, sql: string, options: JobOptions): AsyncGenerator<Page> {
  const { projectId } = options;
  const jobId = `tributary_${randomUUID()}`;
  const location = await startJob(api, jobId, sql, options);
  let isDone = false;
  try {
    let given = 0;
    let pageToken: string | undefined;
    for (;;) {
      const answer = await api.get([projectId, "queries", jobId], {
        ...{ maxResults: PAGE_ROWS, timeoutMs: WAIT_MS, location, pageToken },
      });
      if (typeof answer.jobComplete !== "boolean") throw unreadable();
      if (!answer.jobComplete) continue;
      const rows = rowsOf(answer);
      given += rows.length;
      if (rows.length > 0) yield rows;
      if (answer.pageToken === undefined || answer.pageToken === "") {
        checkCount(answer, given);
        break;
      }
      const next = String(answer.pageToken);
      if (next === pageToken) throw unreadable();
      pageToken = next;
    }
    isDone = true;
  } finally {
    // Nobody waits for the rest of it.
    if (!isDone) void api.post([projectId, "jobs", jobId, "cancel"], {}, { location }).catch(() => undefined);
  }
}

/** The location in which the job runs. A request that is sent again meets the job it started: its id is ours. */
async function startJob(
  api: Api,
  jobId: string,
  sql: string,
  options: JobOptions,
): Promise<string | undefined> {
  const { projectId, location, bytesBilledMax, timeoutMs } = options;
  try {
    const answer = await api.post([projectId, "jobs"], {
      jobReference: { projectId, jobId, ...(location === undefined ? {} : { location }) },
      configuration: {
        jobTimeoutMs: String(timeoutMs),
        query: {
          query: sql,
          useLegacySql: false,
          ...(bytesBilledMax === undefined ? {} : { maximumBytesBilled: bytesBilledMax }),
        },
      },
    });
    const { jobReference, status } = answer as { jobReference?: unknown; status?: { errorResult?: unknown } };
    if (typeof jobReference !== "object" || jobReference === null) throw unreadable();
    const failed = status?.errorResult;
    if (failed !== undefined) throw ApiError.of(failed);
    const found = (jobReference as { location?: unknown }).location;
    return typeof found === "string" ? found : location;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === ALREADY_EXISTS) return location;
    throw cause;
  }
}

function rowsOf({ rows = [] }: Answer): Page {
  if (!Array.isArray(rows)) throw unreadable();
  return rows.map((row: unknown) => {
    const { f } = Object(row) as { f?: unknown };
    if (!Array.isArray(f)) throw unreadable();
    return f.map((cell: unknown) => {
      const { v } = Object(cell) as { v?: unknown };
      return v === null || v === undefined ? null : typeof v === "object" ? JSON.stringify(v) : String(v);
    });
  });
}

/** An answer is whole when all the rows came that it says it has. */
function checkCount({ totalRows }: Answer, given: number): void {
  if (totalRows !== undefined && Number(totalRows) !== given)
    throw new ConnectorError(
      "unreachable",
      `the answer broke off after ${given} of ${Number(totalRows)} rows`,
    );
}
