import { parseJson } from "../../platform/parse-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type AskFailure, reasonOf } from "./ask.ts";
import type { Connection } from "./connect.ts";
import type { Call } from "./parse-command.ts";
import { renderLine } from "./print.ts";

type Message = { event: string; data: unknown };
type LiveView = { time: string; event: string; properties: Record<string, unknown> };

/** Prints events as the server accepts them, until somebody stops it or the server ends the stream. */
export async function followEvents(
  { url, credentials }: Connection,
  path: string,
  { query, json }: Pick<Call, "query" | "json">,
): Promise<Result<string, AskFailure>> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once("SIGINT", leave).once("SIGTERM", leave);
  // Whoever reads our lines may have enough of them: `| head`.
  process.stdout.once("error", leave);
  try {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
      signal: leaving.signal,
    });
    if (!response.ok || response.body === null) return fail(await refusalOf(response));
    for await (const message of readMessages(response.body)) {
      const reason = show(message, json);
      if (reason !== undefined) return fail({ error: `The server ended the stream: ${reason}.` });
    }
    return fail({ error: "The server closed the connection." });
  } catch (cause) {
    if (leaving.signal.aborted) return ok("");
    return fail({ error: `The server at ${url} does not answer: ${reasonOf(cause)}.` });
  }
}

/** Answers why the stream ends, when it does. */
function show({ event, data }: Message, asJson: boolean): string | undefined {
  if (event === "end") return (data as { reason: string }).reason;
  if (event === "dropped") {
    const { events, more } = data as { events: number; more: boolean };
    process.stderr.write(`${events}${more ? " or more" : ""} events were left out: too many to show.\n`);
  }
  if (event !== "event") return undefined;
  const { time, event: name, properties } = data as LiveView;
  process.stdout.write(
    asJson ? `${JSON.stringify(data)}\n` : renderLine([time, name, properties.distinct_id, properties]),
  );
  return undefined;
}

/** Server-sent events. What is kept of an unfinished one is bounded by the largest event there can be. */
async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => splitField(line)));
      const data = fields.get("data");
      if (data !== undefined) yield { event: fields.get("event") ?? "", data: parseJson(data) };
    }
  }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(": ");
  return colon === -1 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 2)];
}

async function refusalOf(response: Response): Promise<AskFailure> {
  const answer = (await response.json().catch(() => ({}))) as Partial<AskFailure>;
  const { error = `The server answered ${response.status}.`, type, field } = answer;
  return { error, ...(type === undefined ? {} : { type }), ...(field === undefined ? {} : { field }) };
}
