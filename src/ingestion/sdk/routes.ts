import {
  type HttpFailure,
  type RawAnswer,
  type RawRequest,
  type RawRoute,
  rawRoute,
} from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { Unpacking } from "../import/unpacking.ts";
import type { Limits } from "../limits.ts";
import type { Decoded } from "../wire/decode-body.ts";
import { tooLarge } from "../wire/words.ts";
import { type AnswerStyle, answerSdk } from "./answer.ts";
import type { Dialect, SdkOutcome, TextEnd } from "./outcome.ts";
import { isStrict, readParams } from "./params.ts";
import { findSdkText, type PlainBody, readSdkText, type SdkText, unpackSdkBody } from "./read-sdk-body.ts";
import { takeShortBy } from "./take-short.ts";
import { unreadable } from "./unreadable.ts";

/**
 * A door that client libraries knock at: `/track`, `/engage`, `/groups`. Everything about the wire is done here (forms, base64,
 * beacons, gzip, `verbose`, `strict`, `img`, `callback`, `redirect`, browsers' access), so a door is its `run` alone:
 *
 *     sdkRoutes(wire, {
 *       url: "/engage",
 *       dialect: "profiles",
 *       operations: { GET: …, POST: … }, // OpenAPI; see `sdkOperations`
 *       run: async ({ records, strict, address }) => {
 *         const taken = await applyUpdates(records);
 *         if (!taken.ok) return notWritten(taken.failure); // 503: the client keeps the batch and comes again
 *         return { kind: "taken", accepted: taken.value.good, refused: taken.value.refused };
 *       },
 *     })
 *
 * `run` is called with at least one record. A record that was a broken line is the symbol `notJson` (of `decode-body`). It says
 * per record why it was refused, in either mode; only `strict` callers see the list, the others learn whether any was good.
 */
export type SdkDoor = {
  url: string;
  dialect: Dialect;
  operations: Record<"GET" | "POST", RawRoute["operation"]>;
  run(batch: SdkBatch): Promise<SdkOutcome>;
  /** The same for a text that nobody has parsed yet; `bytes`: of the request. False: it has to be, and nothing has been done. */
  runText?(text: Buffer, bytes: number, end: TextEnd): boolean;
};

export type SdkBatch = Decoded & SdkCircumstances;

export type SdkCircumstances = {
  strict: boolean;
  /** How much text the records were made of, about. */
  bytes: number;
  /** `ip` as it was sent: `1` asks that the caller's address stand in for what is missing, `0` that it be left alone. */
  ip: string | undefined;
  clientAddress: string;
  requestId: string;
  /** Ignored by every door, except for records that name no project of their own. Never a failed sign-in by itself. */
  authorization: string | undefined;
  query: Readonly<Record<string, string>>;
};

export type SdkWire = { limits: Limits; unpacking: Unpacking; redirectHosts: readonly string[] };

export const sdkRoutes = (wire: SdkWire, door: SdkDoor): RawRoute[] =>
  (["POST", "GET"] as const).map((method) =>
    rawRoute<undefined>({
      method,
      urls: [door.url],
      openToPages: true,
      bodyMaxBytes: wire.limits.bodyMaxBytes,
      tag: "Ingestion",
      operation: { security: [], ...door.operations[method] },
      handle: (_entered, request, body) => handle(wire, door, request, body),
      takeShort:
        method === "POST" && door.runText ? takeShortBy(door.runText, styleOf(wire, door)) : undefined,
      refuse: (failure, request) => refuse(wire, door, failure, request),
    }),
  );

const styleOf = ({ redirectHosts }: SdkWire, { dialect }: SdkDoor): AnswerStyle => ({
  dialect,
  redirectHosts,
});

/** A body this small needs no turn: what it may become is bounded by its own limit, and thousands of them are the usual case. */
const SMALL_BYTES = 65_536;

function handle(
  wire: SdkWire,
  door: SdkDoor,
  request: RawRequest,
  body: Buffer | undefined,
): Promise<RawAnswer> {
  const encoding = request.headers["content-encoding"];
  const arrival = { query: request.query, contentType: request.headers["content-type"], encoding, body };
  const work = (plain: PlainBody) => handlePlain(wire, door, request, plain);
  const isPlain = encoding === undefined || encoding === "" || encoding === "identity";
  if (body === undefined || (isPlain && body.length <= SMALL_BYTES)) return work(ok(body));
  return wire.unpacking.run(
    () => unpackSdkBody(arrival, wire.limits),
    (plain) => (plain.ok ? (plain.value?.length ?? 0) : 0),
    work,
  );
}

async function handlePlain(
  wire: SdkWire,
  door: SdkDoor,
  { id, query, headers, clientAddress }: RawRequest,
  plain: PlainBody,
): Promise<RawAnswer> {
  const { params, text } = findSdkText({ query, contentType: headers["content-type"] }, plain);
  const request: SdkCircumstances = {
    strict: isStrict(params),
    bytes: (plain.ok ? plain.value?.length : undefined) ?? query.data?.length ?? 0,
    ip: params.ip,
    clientAddress,
    requestId: id,
    authorization: headers.authorization,
    query,
  };
  const outcome = text.ok
    ? ((await runText(door, text.value, request)) ?? (await runParsed(wire, door, text.value, request)))
    : unreadable(text.failure, wire.limits);
  return answerSdk(outcome, params, styleOf(wire, door));
}

function runText(
  door: SdkDoor,
  { bytes, lines }: SdkText,
  request: SdkCircumstances,
): Promise<SdkOutcome | undefined> | undefined {
  if (lines || request.strict || door.runText === undefined) return undefined;
  return new Promise((done, broke) => {
    const isTaken = door.runText?.(bytes, request.bytes, { done, broke, unread: () => done(undefined) });
    if (!isTaken) done(undefined);
  });
}

function runParsed(
  { limits }: SdkWire,
  door: SdkDoor,
  text: SdkText,
  request: SdkCircumstances,
): SdkOutcome | Promise<SdkOutcome> {
  const records = readSdkText(text, limits);
  return records.ok ? door.run({ ...records.value, ...request }) : unreadable(records.failure, limits);
}

/** The body has not been read, so only the address says how the caller wants to be answered. */
function refuse(
  wire: SdkWire,
  door: SdkDoor,
  failure: HttpFailure,
  { query }: Pick<RawRequest, "query">,
): RawAnswer {
  const { status, headers } = failure;
  const error = status === 413 ? tooLarge(wire.limits) : failure.message;
  const params = readParams(query, undefined);
  return answerSdk({ kind: "failed", status, error, headers }, params, styleOf(wire, door));
}
