import { letGo } from "../../platform/let-go.ts";
import { sha256 } from "../../platform/secrets.ts";
import type { AcceptBody } from "../accept/accept.ts";
import type { Limits } from "../limits.ts";
import { isNotWritten, notWritten, TOO_FAST, tooLarge, tryAgain } from "../wire/words.ts";
import type { RateLimit } from "./rate-limit.ts";
import {
  type ImportRequest,
  type PlainBody,
  type ReadFailure,
  readImport,
  unpackBody,
} from "./read-import.ts";
import { type ImportOutcome, type Reply, type ReplyStyle, reply } from "./reply.ts";
import type { Unpacking } from "./unpacking.ts";

export type ImportDeps = {
  acceptBody: AcceptBody;
  limits: Limits;
  rateLimit: RateLimit;
  unpacking: Unpacking;
};

/** One request of `/import`, from its bytes to its answer. */
export const runImport = (deps: ImportDeps, projectId: number, request: ImportRequest): Promise<Reply> =>
  deps.unpacking.run(
    () => unpackBody(request, deps.limits),
    (plain) => (plain.ok ? (plain.value?.length ?? 0) : 0),
    async (plain) => {
      try {
        return await importPlain(deps, projectId, request, plain);
      } finally {
        letGo(request.body);
        if (plain.ok) letGo(plain.value);
      }
    },
  );

async function importPlain(
  deps: ImportDeps,
  projectId: number,
  request: ImportRequest,
  plain: PlainBody,
): Promise<Reply> {
  const { style, usesAddress, body } = readImport(request, plain);
  if (!body.ok) return reply(unreadable(body.failure, deps.limits), style);
  const receipt = await deps.acceptBody(
    {
      projectId,
      lane: "live",
      lineage: { source: "import" },
      strict: style.strict,
      anonymousId: usesAddress ? sha256(request.clientAddress).toString("hex").slice(0, 32) : undefined,
    },
    body.value,
    (records) => deps.rateLimit.take(projectId, records),
  );
  if (receipt.ok) return reply(outcomeOf(receipt.value.accepted, receipt.value.refused, style), style);
  const { failure } = receipt;
  if (failure.code === "not_admitted") return reply(tryAgain(429, TOO_FAST, failure.why.retryAfterS), style);
  return reply(isNotWritten(failure) ? notWritten(failure) : unreadable(failure, deps.limits), style);
}

/** Who did not ask to be strict hears of refused records only when nothing else was there. They can be looked up. */
function outcomeOf(
  imported: number,
  refused: Extract<ImportOutcome, { kind: "imported" }>["refused"],
  { strict, arrival }: ReplyStyle,
): ImportOutcome {
  const [first] = refused;
  if (strict || first === undefined) return { kind: "imported", imported, refused };
  return arrival === "field" && imported === 0
    ? { kind: "failed", status: 200, error: first.refusal.message }
    : { kind: "imported", imported, refused: [] };
}

function unreadable(failure: ReadFailure, limits: Limits): ImportOutcome {
  const whole = (error: string): ImportOutcome => ({ kind: "failed", status: 400, error, wholeBatch: true });
  switch (failure.code) {
    case "body_too_large":
      return { kind: "failed", status: 413, error: tooLarge(limits) };
    case "too_many_events":
      return {
        kind: "failed",
        status: 413,
        error: `request exceeds max limit of ${limits.eventsMax} events`,
      };
    case "unsupported_encoding":
      return {
        kind: "failed",
        status: 415,
        error: `Content-Encoding '${failure.encoding.slice(0, 100)}' is not supported: send the body with 'gzip', or plain`,
      };
    case "bad_gzip":
      return whole(`the body is not valid gzip: ${failure.reason}`);
    case "not_parseable":
      return whole(
        failure.reason.includes("\u001f") || failure.reason.includes("\\u001f")
          ? "the body looks like gzip: send it with the header 'Content-Encoding: gzip'"
          : `the body cannot be read as JSON: ${failure.reason}`,
      );
    case "empty":
      return whole("the body holds no events: send a JSON array with at least one");
    case "no_body":
      return whole(
        "there are no events: send a JSON array of them as the body, or in a field 'data' as JSON or base64 of it",
      );
    case "strict_invalid":
      return whole(`strict must be 0 or 1, not '${failure.value.slice(0, 100)}'`);
  }
}
