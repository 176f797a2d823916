/** A process of its own that opens a data folder, prints what came of it as one line of JSON, and keeps it open. */
import { openDataFolder, writeServerFile } from "../../src/platform/data-folder/index.ts";

const [path = ""] = process.argv.slice(2);
const opened = await openDataFolder(path);
if (opened.ok) {
  await writeServerFile(path, { pid: process.pid, url: "http://127.0.0.1:1", credential: "c", startedAt: 1 });
}
process.stdout.write(`${JSON.stringify(opened)}\n`);
process.stdin.resume().once("end", () => opened.ok && void opened.value.close());
