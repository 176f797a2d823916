import { HELP, readOptions } from "./run/options.ts";
import { prepareFolder } from "./run/prepare-folder.ts";
import { serveDemo } from "./run/serve-demo.ts";

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

/** Answers the exit code. */
async function run(words: readonly string[]): Promise<number> {
  if (words.includes("--help") || words.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  const options = readOptions(words);
  if (!options.ok) return refuse(options.failure, 2);
  const note = await prepareFolder(options.value, tell);
  if (!note.ok) return refuse(note.failure, 1);
  return serveDemo(options.value, note.value, tell);
}

function refuse(why: string, code: number): number {
  process.stderr.write(`${why}\n`);
  return code;
}

process.exitCode = await run(process.argv.slice(2));
// Connections that fetch keeps open must not keep the terminal waiting.
process.exit();
