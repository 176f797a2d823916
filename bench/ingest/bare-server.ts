import { open } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** The limit: gunzip, parse, append, sync, answer; nothing is checked, turned into rows, loaded or counted. */
const unzip = promisify(gunzip);
const file = await open(process.argv[2] ?? "", "w");
let waiting: { bytes: Buffer; done: () => void }[] = [];
let syncing = false;

async function sync(): Promise<void> {
  syncing = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    await file.writev(group.map(({ bytes }) => bytes));
    await file.datasync();
    for (const { done } of group) done();
  }
  syncing = false;
}

const append = (bytes: Buffer): Promise<void> =>
  new Promise((done) => {
    waiting.push({ bytes, done });
    if (!syncing) void sync();
  });

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  const bytes = await unzip(await read(request));
  const events: unknown[] = JSON.parse(bytes.toString());
  await append(bytes);
  response.end(JSON.stringify({ code: 200, num_records_imported: events.length, status: "OK" }));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready on http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
});
process.on("SIGTERM", () => process.exit(0));
