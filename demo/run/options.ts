import { resolve } from "node:path";
import { fail, ok, type Result } from "../../src/platform/result.ts";
import type { SIZES } from "../fill/sizes.ts";

export type Options = {
  folder: string;
  /** Undefined: 8080, or another one where that is taken. */
  port: number | undefined;
  reset: boolean;
  /** Whether nobody comes to the shop while it runs. */
  still: boolean;
  size: keyof typeof SIZES;
  /** Settings of the server that are passed on as they are. */
  rest: string[];
};

export const HELP = `Starts Tributary with a shop's data in it, in a data folder of its own.

  npm run demo -- [--reset] [--still] [--port N] [--data-dir PATH] [--size small|full] [settings of npm start]

  --reset      throws the demo's data away and begins anew
  --still      no visitors; otherwise they keep coming while it runs, an event every few seconds
  --port       default: 8080, or a free one where that is taken
  --data-dir   default: ./data-demo
  --size       full (default): about 400,000 events; small: about 6,000
`;

/** `--name value` and `--name=value`. What is not the demo's own goes to the server. */
export function readOptions(words: readonly string[]): Result<Options, string> {
  const options: Options = {
    ...{ folder: resolve("data-demo"), port: undefined, reset: false, still: false, size: "full", rest: [] },
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const [name, inline] = word.split(/=(.*)/s, 2);
    if (name === "--reset" || name === "--still") {
      options[name === "--reset" ? "reset" : "still"] = true;
      continue;
    }
    if (name !== "--port" && name !== "--data-dir" && name !== "--size") {
      options.rest.push(word);
      continue;
    }
    const value = inline ?? words[++index];
    if (value === undefined) return fail(`${name} needs a value. See npm run demo -- --help.`);
    const fault = take(options, name, value);
    if (fault !== undefined) return fail(fault);
  }
  return ok(options);
}

function take(options: Options, name: string, value: string): string | undefined {
  if (name === "--data-dir") options.folder = resolve(value);
  if (name === "--port") {
    options.port = Number(value);
    if (!/^\d{1,5}$/.test(value) || options.port > 65_535)
      return "--port must be a whole number from 0 to 65535.";
  }
  if (name === "--size") {
    if (value !== "small" && value !== "full") return "--size must be small or full.";
    options.size = value;
  }
  return undefined;
}
