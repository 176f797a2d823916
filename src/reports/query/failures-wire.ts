import type { FailureAnswers } from "../../http/index.ts";
import type { AskFailure } from "../run/ask-report.ts";

/** How long a client waits before it asks again. */
const AGAIN_S = 5;

/** What a report is refused with, in the application API. */
export const REPORT_FAILURES: FailureAnswers<AskFailure> = {
  invalid_report: {
    status: 400,
    say: ({ field, reason }) => `${field}: ${reason.replace(/\.$/, "")}.`,
    field: ({ field }) => field,
  },
  too_long: {
    status: 400,
    say: "filters: there is more in this question than can be computed at once; use fewer filters or a shorter expression.",
    field: "filters",
  },
  timed_out: {
    status: 504,
    say: "The report took too long; ask for fewer days, fewer events or fewer segments.",
  },
  too_large: {
    status: 422,
    say: "The report needs more memory than there is; ask for fewer days, fewer events or fewer segments, or raise STORE_MEMORY_MB.",
  },
  cancelled: { status: 503, say: "The report was cancelled." },
  too_busy: {
    status: 429,
    say: "Too many questions wait for an answer; try again in a while.",
    retryAfterS: () => AGAIN_S,
  },
  too_many_reports: {
    status: 429,
    say: "Too many reports run at the same time; try again in a while.",
    retryAfterS: () => AGAIN_S,
  },
  damaged: {
    status: 503,
    say: "The project's events are being loaded anew; try again in a while.",
    retryAfterS: () => 60,
  },
};
