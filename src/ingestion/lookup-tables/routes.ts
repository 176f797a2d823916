import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { DictionaryRoom, ReplaceFailure } from "../../dictionary/index.ts";
import {
  type HttpFailure,
  type RawAnswer,
  type RawRequest,
  type RawRoute,
  rawRoute,
} from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type Doors, explainDoor } from "../../projects/index.ts";
import { SOME_FAILED, statusName } from "../wire/words.ts";
import { LOOKUP_BYTES_MAX, listOperation, replaceOperation } from "./operations.ts";

export type LookupDoorDeps = {
  lookupTables: DictionaryRoom["lookupTables"];
  doors: Pick<Doors, "open">;
  /** For files on their way in. */
  spoolFolder: string;
};

const READING = { highWaterMark: 256 * 1024 };

const say = (status: number, more: object, headers: Readonly<Record<string, string>> = {}): RawAnswer => ({
  status,
  body: JSON.stringify({ code: status, status: statusName(status), ...more }),
  contentType: "application/json; charset=utf-8",
  headers,
});
const refuse = (status: number, error: string, headers: Readonly<Record<string, string>> = {}): RawAnswer =>
  say(status, { error }, headers);

/** Lookup tables as scripts and the bulk loader know them: list them, put a file in the place of one. */
export function lookupTableDoors({ lookupTables, doors, spoolFolder }: LookupDoorDeps): RawRoute[] {
  const common = {
    tag: "Lookup tables",
    refuse: ({ status, message, headers }: HttpFailure) =>
      refuse(status, SHELL_REFUSALS[status] ?? message, headers),
  };
  return [
    rawRoute({
      ...common,
      method: "GET",
      urls: ["/lookup-tables"],
      bodyMaxBytes: 1024,
      operation: listOperation,
      enter: (request) => enter(doors, request, "consumer"),
      async handle({ projectId }) {
        const tables = await lookupTables.list(projectId);
        return say(200, { results: tables.map(({ id, name }) => ({ id, name })) });
      },
    }),
    rawRoute({
      ...common,
      method: "PUT",
      urls: ["/lookup-tables/:id"],
      bodyMaxBytes: LOOKUP_BYTES_MAX,
      spoolFolder,
      operation: replaceOperation,
      async enter(request) {
        const entered = await enter(doors, request, "analyst");
        return entered.ok && !isCsv(request.headers["content-type"]) ? fail(refuse(415, NOT_CSV)) : entered;
      },
      async handle({ projectId }, { path, headers }, _body, spooled) {
        const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
        if (!["", "identity", "gzip"].includes(encoding)) {
          return refuse(415, `content-encoding '${encoding}' is not supported; send gzip or none.`);
        }
        const tableId = tableIdOf(path);
        const replaced = await lookupTables.replace(projectId, tableId.toLowerCase(), {
          open: () => (spooled === undefined ? Readable.from([]) : createReadStream(spooled.path, READING)),
          isGzip: encoding === "gzip",
          bytesMax: LOOKUP_BYTES_MAX,
        });
        return replaced.ok ? say(200, {}) : refuseReplace(tableId, replaced.failure);
      },
    }),
  ];
}

const TOO_LARGE = `A lookup table has at most ${LOOKUP_BYTES_MAX / 1024 / 1024} MiB, unpacked; nothing was changed.`;

const NOT_CSV = "Send the file as CSV with the header 'Content-Type: text/csv'.";
/** What the shell refuses, in the words of this door. */
const SHELL_REFUSALS: Record<number, string> = { 413: TOO_LARGE, 415: NOT_CSV };

/** Tools call CSV by several names, or by none. */
const CSV_TYPES = ["", "text/csv", "application/csv", "text/plain"];
const isCsv = (contentType = ""): boolean =>
  CSV_TYPES.includes((contentType.split(";", 1)[0] ?? "").trim().toLowerCase());

function tableIdOf(path: string): string {
  const last = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function refuseReplace(tableId: string, failure: ReplaceFailure): RawAnswer {
  switch (failure.code) {
    case "table_not_found":
      return refuse(404, `Lookup table with id '${tableId.slice(0, 100)}' was not found.`);
    case "rows_invalid":
      return say(400, {
        error: SOME_FAILED,
        failed_records: failure.failed,
      });
    case "header_invalid":
      return refuse(400, `invalid header: ${failure.reason}`);
    case "not_gzip":
      return refuse(400, "content-encoding says gzip, and the body is not.");
    case "not_utf8":
      return refuse(400, "The file must be UTF-8.");
    case "too_large":
      return refuse(413, TOO_LARGE);
    case "too_many_rows":
      return refuse(413, `A lookup table has at most ${failure.rowsMax} rows; nothing was changed.`);
    case "project_full":
      return refuse(
        413,
        `The lookup tables of a project have at most ${failure.rowsMax} rows together; nothing was changed.`,
      );
    case "not_accepted":
      return refuse(503, "The journal takes nothing at the moment; nothing was changed, send it again.", {
        "retry-after": String(Math.max(1, Math.ceil(failure.retryAfterMs / 1000))),
      });
  }
}

const WORDS = { deed: "This", unauthenticated: "Invalid credentials" };

async function enter(
  doors: Pick<Doors, "open">,
  { id, query, headers, clientAddress }: RawRequest,
  least: "consumer" | "analyst",
): Promise<Result<{ projectId: number }, RawAnswer>> {
  const opened = await doors.open({
    authorization: headers.authorization,
    projectId: query.project_id,
    least,
    keys: ["secret"],
    clientAddress,
    requestId: id,
  });
  if (opened.ok) return ok(opened.value);
  const { status, error, headers: more } = explainDoor(opened.failure, WORDS);
  return fail(refuse(status, error, more));
}
