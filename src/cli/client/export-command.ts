import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { findServer } from "./connect.ts";

const OPTIONS = {
  "from-date": { type: "string" },
  "to-date": { type: "string" },
  event: { type: "string", multiple: true },
  where: { type: "string" },
  limit: { type: "string" },
  "time-in-ms": { type: "boolean" },
  project: { type: "string" },
  out: { type: "string" },
  url: { type: "string" },
  credentials: { type: "string" },
  "data-dir": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

export const EXPORT_HELP = `tributary export --from-date <day> --to-date <day>: write events to standard output, one JSON object a line

  --from-date, --to-date  days of the events' own times, in UTC, both included (required)
  --event                 only this event; may be given more than once
  --where                 only events for which this holds, such as 'properties["price"] > 15'
  --limit                 at most so many, up to 100000
  --time-in-ms            times in milliseconds instead of seconds
  --project               id of the project (default: 1)
  --out                   write to this file instead; an export that breaks leaves none
  --data-dir              data folder of the server to ask (default: DATA_DIR or ./data)
  --url, --credentials    ask another server, as username:secret (or TRIBUTARY_URL, TRIBUTARY_CREDENTIALS)

Exit code: 0 all of it was written, 1 refused or broken off, 2 typed wrongly.
`;

/** Streams: a year of events need not fit into the memory of either side. */
export async function exportCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const complain = (message: string, code: number): number => {
    process.stderr.write(`${message}\n`);
    return code;
  };
  const given = readFlags(args);
  if (typeof given === "string") return complain(given, 2);
  if (given.help) {
    process.stdout.write(EXPORT_HELP);
    return 0;
  }
  const { "from-date": from, "to-date": to, out } = given;
  if (from === undefined || to === undefined)
    return complain("--from-date and --to-date are needed; --help explains them.", 2);
  const connection = await findServer(
    { url: given.url, credentials: given.credentials, "data-dir": given["data-dir"] },
    environment,
  );
  if (!connection.ok) return complain(connection.failure, 1);
  const query = new URLSearchParams({ project_id: given.project ?? "1", from_date: from, to_date: to });
  if (given.event) query.set("event", JSON.stringify(given.event));
  if (given.where !== undefined) query.set("where", given.where);
  if (given.limit !== undefined) query.set("limit", given.limit);
  if (given["time-in-ms"]) query.set("time_in_ms", "true");
  const { url, credentials } = connection.value;
  try {
    const response = await fetch(`${url}/api/2.0/export?${query}`, {
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
        "accept-encoding": "gzip",
      },
    });
    if (!response.ok) return complain(await reasonOf(response), 1);
    await write(response, out);
    return 0;
  } catch (cause) {
    if (out !== undefined) await rm(out, { force: true });
    const reason =
      cause instanceof Error
        ? cause.cause instanceof Error
          ? cause.cause.message
          : cause.message
        : String(cause);
    return complain(`The export broke off: ${reason}. What was written is not all of it.`, 1);
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (cause) {
    return (cause as Error).message;
  }
}

async function write(response: Response, out: string | undefined): Promise<void> {
  if (response.body === null) return;
  const lines = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  if (out === undefined) await pipeline(lines, process.stdout, { end: false });
  else await pipeline(lines, createWriteStream(out));
}

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return String(JSON.parse(text).error);
  } catch {
    return `The server answered ${response.status}.`;
  }
}
