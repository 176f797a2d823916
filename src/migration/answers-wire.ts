import type { HttpFailure, RawAnswer } from "../http/index.ts";

const JSON_TYPE = "application/json; charset=utf-8";

export const answer = (
  status: number,
  results: unknown,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer => ({
  status,
  contentType: JSON_TYPE,
  body: JSON.stringify({ status: "ok", results }),
  headers,
});

export const refuse = (
  status: number,
  type: string,
  error: string,
  more: { field?: string; job_id?: string; headers?: Readonly<Record<string, string>> } = {},
): RawAnswer => {
  const { headers = {}, ...rest } = more;
  return {
    status,
    contentType: JSON_TYPE,
    body: JSON.stringify({ status: "error", error, type, ...rest }),
    headers,
  };
};

export const refuseShell = (failure: HttpFailure): RawAnswer =>
  refuse(
    failure.status,
    failure.type,
    failure.message,
    failure.headers === undefined ? {} : { headers: failure.headers },
  );

export const unknownJob = (): RawAnswer =>
  refuse(404, "unknown_job", "There is no such migration, or these credentials do not give access to it.");

/** The last parts of a path: `/migrate/jobs/abc/resume` gives `["abc", "resume"]`. */
export const partsBehind = (path: string, prefix: string): string[] =>
  path
    .slice(prefix.length)
    .split("/")
    .filter((part) => part !== "")
    .map(decode);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
