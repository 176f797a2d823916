import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { HttpFailure } from "./http-failure.ts";

/**
 * The application API takes plain JSON. Our own parser because the framework's refuses keys such as `__proto__`, which here are
 * data like any other (JSON.parse makes them own keys and touches no prototype).
 */
export function installJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:;|$)/i,
    { parseAs: "buffer" },
    (request, body, done) => {
      const encoding = request.headers["content-encoding"];
      if (encoding !== undefined && encoding !== "" && encoding !== "identity") {
        done(new HttpFailure(415, "unsupported_encoding", "Send the body without a Content-Encoding."));
        return;
      }
      try {
        done(null, parseJson(body as Buffer));
      } catch (failure) {
        done(failure as HttpFailure);
      }
    },
  );
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new HttpFailure(400, "invalid_json", "The body is not valid UTF-8.");
  const text = body.toString("utf8");
  const value = readJson(text);
  // Postgres cannot hold this character, and nobody means it. The cheap look at the text comes first.
  if (text.includes("\\u0000") && holdsNul(value)) {
    throw new HttpFailure(400, "invalid_body", "The body holds a NUL character (\\u0000); remove it.");
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

/** Without recursion: a body may be nested deeper than the stack. */
function holdsNul(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string" && next.includes("\u0000")) return true;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) waiting.push(key, inner);
  }
  return false;
}
