import type { FailureAnswers } from "../http/index.ts";
import { REFUSAL_STATUSES, type Refusal, type RefusalCode } from "./refusal.ts";

/** One answer for every refusal of this room: the sentence says what to do, the field where. */
export const refusalAnswers = Object.fromEntries(
  Object.entries(REFUSAL_STATUSES).map(([code, status]) => [
    code as RefusalCode,
    {
      status,
      say: (failure: Refusal) => failure.message,
      field: (failure: Refusal) => failure.field,
      ...(status === 429 || status === 503
        ? { retryAfterS: (failure: Refusal) => failure.retryAfterS ?? 1 }
        : {}),
    },
  ]),
) as unknown as FailureAnswers<Refusal>;
