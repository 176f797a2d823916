import { gzipSync } from "node:zlib";
import { FIRST_CREDENTIALS } from "./test-config.ts";
import type { Answer, TestServer } from "./test-server.ts";

export type SendOptions = {
  /** After the question mark, besides `project_id=1`. */
  query?: string;
  as?: string | null;
  gzip?: boolean;
  contentType?: string;
  headers?: Record<string, string>;
};

/** Sends records, or bytes as they are, to `/import`; strict unless the query says otherwise. */
export async function sendEvents(
  server: TestServer,
  records: unknown,
  options: SendOptions = {},
): Promise<Answer> {
  const { query = "strict=1&project_id=1", as = FIRST_CREDENTIALS, gzip = false, headers = {} } = options;
  const plain =
    Buffer.isBuffer(records) || typeof records === "string"
      ? Buffer.from(records)
      : Buffer.from(JSON.stringify(records));
  const response = await fetch(`${server.url}/import?${query}`, {
    method: "POST",
    headers: {
      ...(as === null ? {} : { authorization: `Basic ${Buffer.from(as).toString("base64")}` }),
      "content-type": options.contentType ?? "application/json",
      ...(gzip ? { "content-encoding": "gzip" } : {}),
      ...headers,
    },
    body: gzip ? gzipSync(plain) : plain,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

type LoaderPart = {
  opening?: boolean;
  lanes?: Record<string, { loaded: number; accepted: number }>;
  projects_loading_anew?: number[];
};

/** Until everything accepted so far can be read. */
export async function waitUntilLoaded(server: TestServer): Promise<void> {
  for (;;) {
    const { body } = await server.call("GET", "/readyz", { as: null });
    const { loader } = body.parts as { loader: LoaderPart };
    const lanes = Object.values(loader.lanes ?? {});
    const isLoaded = lanes.every(({ loaded, accepted }) => loaded >= accepted);
    if (loader.opening === false && isLoaded && loader.projects_loading_anew?.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Everything in a project, as the raw export gives it: one object a line, in the text it came in. */
export async function exportLines(server: TestServer, query = "", projectId = 1): Promise<string[]> {
  const to = new Date().toISOString().slice(0, 10);
  const path = `/api/2.0/export?project_id=${projectId}&from_date=1971-01-01&to_date=${to}&time_in_ms=true${query}`;
  const { status, body } = await server.call("GET", path);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body)
    .split("\n")
    .filter((line) => line !== "");
}
