import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readZipEntry } from "../../src/migration/archive/zip-content.ts";
import { readZipDirectory } from "../../src/migration/archive/zip-directory.ts";

// node bare-pipe.ts URL DAY…: downloads, unzips, gunzips, parses, and throws away. The limit of any migration.
const [url = "", ...days] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "bench-bare-"));
const began = performance.now();
let lines = 0;
for (const day of days) {
  const path = join(folder, day);
  const archive = Buffer.from(
    await (await fetch(`${url}/api/2/export?start=${day}T00&end=${day}T23`)).arrayBuffer(),
  );
  await writeFile(path, archive);
  const file = await open(path);
  for (const entry of await readZipDirectory(file, archive.length)) {
    let rest = "";
    for await (const piece of readZipEntry(file, entry)) {
      const text = rest + piece.toString("utf8");
      const end = text.lastIndexOf("\n");
      for (const line of text.slice(0, end).split("\n")) {
        JSON.parse(line);
        lines += 1;
      }
      rest = text.slice(end + 1);
    }
  }
  await file.close();
}
const seconds = (performance.now() - began) / 1000;
await rm(folder, { recursive: true });
process.stdout.write(JSON.stringify({ lines, seconds }));
