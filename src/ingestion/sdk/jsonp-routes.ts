import { type RawAnswer, type RawRoute, rawRoute } from "../../http/index.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { callWith, readCallback } from "./callback.ts";

const PATH = "/jsonp";
const RESULT_MAX_CHARS = 4096;
const SCRIPT_TYPE = "text/javascript; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";

/**
 * Where a client that asked for a callback is sent on to. Scripts that name a function of the caller's choice have a path of their own,
 * which no page of ours may load scripts from.
 */
export const jsonpAddress = (callback: string, result: unknown): string =>
  `${PATH}?${new URLSearchParams({ callback, result: JSON.stringify(result) })}`;

export const jsonpRoute = (): RawRoute =>
  rawRoute<undefined>({
    method: "GET",
    urls: [PATH],
    bodyMaxBytes: 1024,
    tag: "Ingestion",
    operation: {
      operationId: "getJsonp",
      summary: "Call a function of the page with a result",
      description:
        "`/track`, `/engage` and `/groups` with `callback` lead here. Reads nothing but its own address and no session.",
      security: [],
      parameters: [
        { name: "callback", in: "query", required: true, schema: { type: "string" }, example: "app.done" },
        { name: "result", in: "query", required: true, schema: { type: "string" }, example: "1" },
      ],
      responses: {
        200: {
          description: "A script.",
          content: { "text/javascript": { schema: { type: "string" }, example: "app.done(1);" } },
        },
        400: {
          description:
            "`callback` is not a function's name, or `result` is not JSON of at most 4,096 characters.",
          content: { "text/plain": { schema: { type: "string" } } },
        },
      },
    },
    handle: async (_entered, { query }) => answer(query.callback, query.result),
    refuse: ({ status, message }) => ({ status, contentType: TEXT_TYPE, body: message }),
  });

function answer(name: string | undefined, text: string | undefined): RawAnswer {
  const callback = readCallback(name);
  if (callback === undefined) return refuse("callback: must be the name of a function.");
  const result = readResult(text);
  if (result === undefined) return refuse(`result: must be JSON of at most ${RESULT_MAX_CHARS} characters.`);
  return { status: 200, contentType: SCRIPT_TYPE, body: callWith(callback, result) };
}

function readResult(text: string | undefined): unknown {
  if (text === undefined || text.length > RESULT_MAX_CHARS) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const refuse = (body: string): RawAnswer => ({ status: 400, contentType: TEXT_TYPE, body });
