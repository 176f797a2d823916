import type { RawAnswer } from "../../http/index.ts";
import { refuseQuery } from "../query-wire.ts";
import type { ExportFailure, ExportSettings } from "./start-export.ts";

const RETRY_AFTER_S = 5;
const retry = { "retry-after": String(RETRY_AFTER_S) };

export type StreamFailure = Extract<ExportFailure, { code: "too_many_exports" | "stopping" | "timed_out" }>;

/** Why an answer that may be long did not begin. */
export function refuseStream(
  path: string,
  { code }: StreamFailure,
  { startTimeoutMs }: ExportSettings,
): RawAnswer {
  switch (code) {
    case "too_many_exports":
      return refuseQuery(path, 429, "Too many exports run at the same time; try again in a while.", retry);
    case "stopping":
      return refuseQuery(path, 503, "The server is stopping; try again in a while.", retry);
    case "timed_out":
      return refuseQuery(
        path,
        504,
        `No event was found within ${startTimeoutMs / 1000} seconds; ask for fewer days or events.`,
      );
  }
}
