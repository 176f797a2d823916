import { describeArchiveFailure, openArchive } from "../../backup/index.ts";
import { bytesText, countOf, entryLine, secondsSince, totalRows } from "./print.ts";
import { complain } from "./run-command.ts";
import { createTeller } from "./tell.ts";

/** Proves a backup without restoring it. */
export async function verifyFile(path: string, json: boolean): Promise<number> {
  const startedAt = performance.now();
  const archive = await openArchive(path, { onProgress: createTeller({ json }).progress });
  if (!archive.ok) return complain(describeArchiveFailure(archive.failure), 1, json);
  const { manifest, bytes, close } = archive.value;
  await close();
  const seconds = secondsSince(startedAt);
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ status: "ok", file: path, bytes, seconds, ...manifest }, null, 2)}\n`,
    );
    return 0;
  }
  process.stdout.write(manifest.entries.map(entryLine).join(""));
  process.stdout.write(
    `${path} is whole: ${bytesText(bytes)}, ${countOf(totalRows(manifest.entries), "row")}, written by Tributary ${manifest.product} at ${manifest.createdAt}; proven in ${seconds} s.\n`,
  );
  return 0;
}
