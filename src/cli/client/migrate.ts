import { setTimeout as sleep } from "node:timers/promises";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type AskFailure, ask, reasonOf } from "./ask.ts";
import type { Connection } from "./connect.ts";
import type { Call } from "./parse-command.ts";

type View = {
  job_id: string;
  /** In the response that started it alone. */
  job_secret?: string;
  state: string;
  percent: number;
  message: string;
  events: Record<string, number>;
  rate: { events_per_second: number; eta_seconds: number | null } | null;
};
type Answer = { status?: string; results?: unknown } & Partial<AskFailure>;

const LOOK_EVERY_MS = 500;
const BAR_WIDTH = 30;
const AT_WORK = ["queued", "running", "rolling_back"];
const GOOD = ["completed", "rolled_back", "paused", "cancelled"];

/** One request to the migration service, which lies beside the application API. */
async function askService(
  { url, credentials }: Connection,
  method: string,
  path: string,
  { body, secret }: { body?: Record<string, unknown>; secret?: unknown } = {},
): Promise<Result<unknown, AskFailure>> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(typeof secret === "string" ? { "x-job-secret": secret } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Answer;
    if (answer.status === "ok") return ok(answer.results);
    const { error = `The server answered ${response.status}.`, type, field } = answer;
    return fail({
      error,
      ...(type === undefined ? {} : { type }),
      ...(field === undefined ? {} : { field }),
    });
  } catch (cause) {
    return fail({ error: `The server at ${url} does not answer: ${reasonOf(cause)}.` });
  }
}

/** `--start-date` becomes `START_DATE`. */
const toFields = (flags: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [name.toUpperCase(), value]));

/** Begins a migration and shows how far it is until its end. */
export async function startMigration(
  connection: Connection,
  path: string,
  { body, json }: Pick<Call, "body" | "json">,
  environment: NodeJS.ProcessEnv,
): Promise<Result<string, AskFailure>> {
  const [address = "", project = "1"] = path.split("?project=");
  const { key, secret, token, ...others } = body;
  const credentials = {
    SOURCE_API_KEY: key ?? environment.SOURCE_API_KEY,
    SOURCE_API_SECRET: secret ?? environment.SOURCE_API_SECRET,
  };
  const destination = token === undefined ? await tokenOf(connection, project) : ok(token);
  if (!destination.ok) return destination;
  const fields = { ...credentials, PROJECT_TOKEN: destination.value, ...toFields(others) };
  const begun = await askService(connection, "POST", `${address}?wait=0`, { body: fields });
  return begun.ok ? watch(connection, begun.value as View, { json, byToken: token !== undefined }) : begun;
}

async function tokenOf(connection: Connection, project: string): Promise<Result<unknown, AskFailure>> {
  const found = await ask(connection, "GET", `/projects/${project}`);
  return found.ok ? ok((found.value as { token: string }).token) : found;
}

/** Looks at a migration, or changes it, and prints what came of it. */
export const askMigration =
  (method: string) =>
  async (
    connection: Connection,
    path: string,
    { body, json, query }: Pick<Call, "body" | "json" | "query">,
    environment: NodeJS.ProcessEnv,
  ): Promise<Result<string, AskFailure>> => {
    const { job_secret: given, ...sent } = body;
    const secret = given ?? environment.JOB_SECRET;
    const isSent = method !== "GET" && Object.keys(sent).length > 0;
    const more = new URLSearchParams(query).toString();
    const answer = await askService(connection, method, more === "" ? path : `${path}&${more}`, {
      ...(isSent ? { body: toFields(sent) } : {}),
      secret,
    });
    if (!answer.ok) return answer;
    const view = answer.value as Partial<View>;
    if (json || view.message === undefined) return ok(`${JSON.stringify(answer.value, null, 2)}\n`);
    return ok(`${view.state}: ${view.message}\n`);
  };

async function watch(
  connection: Connection,
  { job_secret: secret, ...begun }: View,
  { json, byToken }: { json: boolean; byToken: boolean },
): Promise<Result<string, AskFailure>> {
  let view: View = begun;
  while (AT_WORK.includes(view.state)) {
    if (!json) show(view);
    await sleep(LOOK_EVERY_MS);
    const looked = await askService(connection, "GET", `/migrate/jobs/${view.job_id}`, { secret });
    if (!looked.ok) return looked;
    view = looked.value as View;
  }
  if (!json) process.stderr.write("\r\u001b[K");
  if (!GOOD.includes(view.state))
    return fail({ error: `${view.message} (migration ${view.job_id})`, type: view.state });
  // Who started it with a token may be no admin of the project: the secret is what they follow it with later.
  const shown = byToken && secret !== undefined ? { job_secret: secret } : {};
  if (json) return ok(`${JSON.stringify({ ...view, ...shown }, null, 2)}\n`);
  const line = shown.job_secret === undefined ? "" : `Job secret ${shown.job_secret}\n`;
  return ok(`${view.message}\nMigration ${view.job_id}\n${line}`);
}

/** One line that is written over, on the screen's channel: what is printed at the end stays clean. */
function show({ percent, events, rate, state }: View): void {
  const filled = Math.round((percent / 100) * BAR_WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const speed = rate === null ? "" : `, ${rate.events_per_second} events/s`;
  const left = rate?.eta_seconds ? `, ${rate.eta_seconds} s left` : "";
  process.stderr.write(
    `\r\u001b[K${bar} ${percent} % ${state} ${events.exported ?? 0} events${speed}${left}`,
  );
}
