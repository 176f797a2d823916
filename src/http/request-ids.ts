import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** A caller's own id is kept when it is harmless in a log line; otherwise ours: a random part per process and a counter. */
export function createRequestIds(): (request: Pick<IncomingMessage, "headers">) => string {
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return (request) => {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && /^[\w.-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
