import type { EntryProgress } from "../../backup/index.ts";
import { bytesText } from "./print.ts";

/** What is said while a command works. Programs that asked for JSON get the warnings with the result. */
export type Teller = {
  warnings: readonly string[];
  warn(sentence: string): void;
  /** Now and then a line about an entry that takes its time. */
  progress(progress: EntryProgress): void;
};

const TELL_EVERY_MS = 5_000;

export function createTeller({
  json,
  now = () => performance.now(),
}: {
  json: boolean;
  now?: () => number;
}): Teller {
  const warnings: string[] = [];
  let name = "";
  let toldAt = 0;
  return {
    warnings,
    warn(sentence) {
      warnings.push(sentence);
      if (!json) process.stderr.write(`${sentence}\n`);
    },
    progress(progress) {
      if (json) return;
      if (progress.name !== name) {
        name = progress.name;
        toldAt = now();
      }
      if (now() - toldAt < TELL_EVERY_MS) return;
      toldAt = now();
      const total = progress.bytesTotal === undefined ? "" : ` of ${bytesText(progress.bytesTotal)}`;
      process.stdout.write(`  ${name}: ${bytesText(progress.bytes)}${total} so far\n`);
    },
  };
}
