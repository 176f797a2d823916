import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";

export type Batch = { body: Buffer; headers: Record<string, string> };

export type Reply =
  | { kind: "answered"; status: number; body: unknown }
  /** Nobody listened: not a byte was sent. */
  | { kind: "refused" }
  /** The connection broke, or no answer came: what became of the batch is not known. */
  | { kind: "broken" };

/** A server that keeps a request for so long is broken; its client asks again. Nothing is asserted about it. */
const PATIENCE_MS = 30_000;

export function packBatch(records: readonly unknown[], form: { gzip: boolean; lines: boolean }): Batch {
  const text = form.lines
    ? records.map((record) => JSON.stringify(record)).join("\n")
    : JSON.stringify(records);
  return {
    body: form.gzip ? gzipSync(text, { level: 1 }) : Buffer.from(text),
    headers: {
      "content-type": form.lines ? "application/x-ndjson" : "application/json",
      ...(form.gzip ? { "content-encoding": "gzip" } : {}),
    },
  };
}

/** One request on a connection of its own, without any retry. */
export function sendBatch(url: string, { body, headers }: Batch): Promise<Reply> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}/import?strict=1&project_id=1`,
      {
        method: "POST",
        agent: false,
        auth: FIRST_CREDENTIALS,
        timeout: PATIENCE_MS,
        headers: { ...headers, "content-length": body.length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve({ kind: "broken" }));
        response.on("end", () => {
          if (!response.complete) return resolve({ kind: "broken" });
          const status = response.statusCode ?? 0;
          resolve({ kind: "answered", status, body: JSON.parse(Buffer.concat(chunks).toString()) });
        });
      },
    );
    sent.on("timeout", () => sent.destroy());
    sent.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ kind: error.code === "ECONNREFUSED" ? "refused" : "broken" }),
    );
    sent.end(body);
  });
}
