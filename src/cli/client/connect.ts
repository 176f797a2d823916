import { resolve } from "node:path";
import { readServerFile } from "../../platform/data-folder/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { trimEnd } from "../../platform/trim-end.ts";

export type Connection = { url: string; credentials: string };

const OPERATOR = "operator";

/**
 * Which server to ask, and as whom: `--url` with `--credentials` (or TRIBUTARY_URL and TRIBUTARY_CREDENTIALS), otherwise the server
 * that runs on the data folder, as its operator.
 */
export async function findServer(
  options: Record<string, string | undefined>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<Connection, string>> {
  const url = options.url ?? environment.TRIBUTARY_URL;
  const credentials = options.credentials ?? environment.TRIBUTARY_CREDENTIALS;
  if (url !== undefined) {
    if (!URL.canParse(url))
      return fail(`--url: '${url}' is not an address such as https://analytics.example.com.`);
    if (credentials === undefined || !credentials.includes(":")) {
      return fail("--credentials username:secret is needed together with --url.");
    }
    return ok({ url: trimEnd(url, "/"), credentials });
  }
  const folder = resolve(options["data-dir"] ?? (environment.DATA_DIR || "./data"));
  const server = await readServerFile(folder);
  if (server === undefined) {
    return fail(
      `No server runs on the data folder ${folder}, or this user may not read it. Start it with 'npm start', name its folder with --data-dir, or reach it with --url and --credentials.`,
    );
  }
  return ok({ url: server.url, credentials: credentials ?? `${OPERATOR}:${server.credential}` });
}
