import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..");
const FILES: Record<string, [path: string, type: string]> = {
  "/client.js": ["node_modules/mixpanel-browser/dist/mixpanel.umd.js", "text/javascript"],
  "/page.js": ["page.js", "text/javascript"],
};
const PAGE =
  '<!doctype html><title>Shop</title><script src="/client.js"></script><script src="/page.js"></script>';

/** Somebody's site that uses the client: another origin than the server under test. */
export async function startPageSite(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    const file = FILES[path];
    answer.writeHead(200, { "content-type": `${file?.[1] ?? "text/html"}; charset=utf-8` });
    answer.end(file ? await readFile(join(FOLDER, file[0])) : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
