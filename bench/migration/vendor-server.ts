import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

// node vendor-server.ts FOLDER: serves the archives `prepare.ts` made, a day each, as the export API does.
const folder = process.argv[2] ?? "";
const days = new Map<string, Buffer>();
for (const name of JSON.parse(readFileSync(join(folder, "days.json"), "utf8")) as string[]) {
  days.set(name, readFileSync(join(folder, `${name}.zip`)));
}
const server = createServer((request, answer) => {
  const start = new URL(request.url ?? "", "http://localhost").searchParams.get("start") ?? "";
  const archive = start.endsWith("T00") ? days.get(start.slice(0, 8)) : undefined;
  if (archive === undefined) return answer.writeHead(404).end();
  return answer.writeHead(200, { "content-length": archive.length }).end(archive);
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.once("SIGTERM", () => process.exit(0));
