import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { receivingOf } from "./count-bodies.ts";
import { HttpFailure } from "./http-failure.ts";
import { receiveBuffer } from "./receive-body.ts";

const PATH_KEYS_MAX = 10;

/**
 * The application API takes plain JSON. Our own parser because the framework's refuses keys such as `__proto__`, which here are
 * data like any other (JSON.parse makes them own keys and touches no prototype).
 */
export function installJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const isJson = /^application\/(?:[\w.-]+\+)?json(?:;|$)/i;
  app.addContentTypeParser(isJson, async (request: FastifyRequest, body: Readable) => {
    const encoding = request.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "" && encoding !== "identity")
      throw new HttpFailure(415, "unsupported_encoding", "Send the body without a Content-Encoding.");
    return parseJson(await receiveBuffer(body, receivingOf(request)));
  });
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new HttpFailure(400, "invalid_json", "The body is not valid UTF-8.");
  const text = body.toString("utf8");
  const value = readJson(text);
  // Postgres cannot hold this character, and nobody means it. The cheap look at the text comes first.
  const field = text.includes("\\u0000") ? fieldWithNul(value) : undefined;
  if (field !== undefined) {
    const where = field === "" ? "the body" : `'${field}'`;
    const message = `There is a NUL character (\\u0000) in ${where}; remove it.`;
    throw new HttpFailure(400, "invalid_body", message, field === "" ? {} : { field });
  }
  return value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpFailure(400, "invalid_json", `The body is not valid JSON: ${(cause as Error).message}.`);
  }
}

/** The field that holds such a character, or has it in one of its keys. Without recursion: a body may be nested deeper than the stack. */
function fieldWithNul(value: unknown): string | undefined {
  const waiting: Waiting[] = [{ value, key: "", within: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: inner } = next;
    if (typeof inner === "string" && inner.includes("\u0000")) return pathOf(next);
    if (typeof inner !== "object" || inner === null) continue;
    for (const [name, one] of Object.entries(inner)) {
      if (name.includes("\u0000")) return pathOf(next);
      waiting.push({ value: one, key: Array.isArray(inner) ? `[${name}]` : name, within: next });
    }
  }
  return undefined;
}

type Waiting = { value: unknown; key: string; within: Waiting | undefined };

/** `entries[3].name`; of something nested deeply only the beginning. */
function pathOf(found: Waiting): string {
  const keys: string[] = [];
  for (let at: Waiting | undefined = found; at !== undefined; at = at.within) keys.push(at.key);
  return keys
    .reverse()
    .slice(1, 1 + PATH_KEYS_MAX)
    .reduce((path, key) => (path === "" || key.startsWith("[") ? path + key : `${path}.${key}`), "");
}
