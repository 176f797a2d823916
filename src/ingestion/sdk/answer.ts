import { readCallback } from "./callback.ts";
import { jsonpAddress } from "./jsonp-routes.ts";
import type { Dialect, SdkOutcome } from "./outcome.ts";
import { isOn, isStrict, type SdkParams } from "./params.ts";
import { readRedirect } from "./redirect.ts";
import { strictBody } from "./strict-body.ts";

export type AnswerStyle = { dialect: Dialect; redirectHosts: readonly string[] };
export type SdkAnswer = {
  status: number;
  body: string | Buffer;
  contentType: string;
  headers?: Record<string, string>;
};

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";
/** One transparent pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * The answer in the form the client asked for. Without `strict`, what a client got wrong is told with status 200: clients take
 * every other status below 500 for a reason to throw the batch away without a word, or to split it.
 */
export function answerSdk(outcome: SdkOutcome, params: SdkParams, style: AnswerStyle): SdkAnswer {
  const status = statusOf(outcome);
  const headers = outcome.kind === "failed" ? (outcome.headers ?? {}) : {};
  const plain = { status: isStrict(params) || status !== 400 ? status : 200, headers };
  if (plain.status < 400) {
    const target = readRedirect(params.redirect, style.redirectHosts);
    if (target !== undefined) {
      return { status: 302, headers: { ...headers, location: target }, contentType: TEXT_TYPE, body: "" };
    }
    if (isOn(params.img)) return { ...plain, contentType: "image/gif", body: PIXEL };
    const callback = readCallback(params.callback);
    if (callback !== undefined) {
      const location = jsonpAddress(callback, shortBody(outcome, params, style));
      return { status: 302, headers: { ...headers, location }, contentType: TEXT_TYPE, body: "" };
    }
  }
  if (isStrict(params)) {
    return {
      ...plain,
      contentType: JSON_TYPE,
      body: JSON.stringify(strictBody(outcome, status, style.dialect)),
    };
  }
  const body = shortBody(outcome, params, style);
  return typeof body === "number"
    ? { ...plain, contentType: TEXT_TYPE, body: String(body) }
    : { ...plain, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

function statusOf(outcome: SdkOutcome): number {
  if (outcome.kind === "failed") return outcome.status;
  return outcome.refused.length === 0 ? 200 : 400;
}

/** `1` or `0`, or the same with a reason. One good record makes it a success; the others can be looked up. */
function shortBody(
  outcome: SdkOutcome,
  params: SdkParams,
  { dialect }: AnswerStyle,
): number | Record<string, unknown> {
  const error = errorOf(outcome);
  const status = error === null ? 1 : 0;
  if (!isOn(params.verbose)) return status;
  if (outcome.kind === "failed" || dialect === "events") return { status, error };
  return { status, error, num_good_events: outcome.accepted };
}

function errorOf(outcome: SdkOutcome): string | null {
  if (outcome.kind === "failed") return outcome.error;
  const [first] = outcome.refused;
  return outcome.accepted > 0 || first === undefined ? null : first.message;
}
