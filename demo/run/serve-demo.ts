import { join } from "node:path";
import { fail, ok, type Result } from "../../src/platform/result.ts";
import { type DemoTarget, fillDemo } from "../fill/fill-demo.ts";
import { SIZES } from "../fill/sizes.ts";
import { startAmplitude } from "../origin/amplitude-server.ts";
import { makeHistory } from "../origin/history.ts";
import { letVisitorsCome } from "./live-visitors.ts";
import { type Note, writeNote } from "./note.ts";
import type { Options } from "./options.ts";
import { pickPort } from "./pick-port.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { whatToSee } from "./what-to-see.ts";

type Tell = (line: string) => void;

/** Runs the server until it is asked to stop, and fills it where that has not been done. Answers the exit code. */
export async function serveDemo(options: Options, note: Note, tell: Tell): Promise<number> {
  // It stays while the demo runs, so that a migration can be tried by hand.
  const origin = await startAmplitude(makeHistory(note.seed, SIZES[note.size].migratedPerDay, note.endMs));
  tell("Starting the server …");
  const port = await pickPort(options.port, tell);
  const server = startProcess(
    options.folder,
    ["--port", String(port), ...options.rest],
    settingsOf(options, note, origin.url),
  );
  const wasAsked = stopOnSignals(server);
  const url = await server.ready;
  const filled =
    url === undefined ? fail("the server did not start") : await fillOnce(url, options, note, tell);
  if (filled.ok) {
    tell(whatToSee(filled.value, note, options.folder));
    if (!options.still) void letVisitorsCome(targetOf(filled.value, options, note));
  } else if (wasAsked()) tell("Stopped before everything was in; the next start begins anew.");
  else {
    process.stderr.write(`The demo could not be filled: ${filled.failure}\n`);
    server.stop("SIGTERM");
  }
  const code = await server.ended;
  await origin.close();
  return filled.ok || wasAsked() ? code : Math.max(code, 1);
}

const warehouseIn = (folder: string): string => join(folder, "warehouse");

const settingsOf = ({ folder }: Options, { account, owner }: Note, originUrl: string) => ({
  LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
  AMPLITUDE_EXPORT_URL: originUrl,
  WAREHOUSE_FILES_DIR: warehouseIn(folder),
  BOOTSTRAP_SERVICE_ACCOUNT: `${account.username}:${account.secret}`,
  BOOTSTRAP_ADMIN: `${owner.email}:${owner.password}`,
  // Not those of the real server, should the shell name them.
  ...{ DATABASE_URL: "", PUBLIC_URL: "" },
});

const targetOf = (url: string, { folder }: Options, { account }: Note): DemoTarget => ({
  ...{ url, credentials: `${account.username}:${account.secret}`, warehouseFolder: warehouseIn(folder) },
});

/** Answers the address once there is something to see. */
async function fillOnce(
  url: string,
  options: Options,
  note: Note,
  tell: Tell,
): Promise<Result<string, string>> {
  if (note.state === "filled") return ok(url);
  const { seed, endMs, size, owner } = note;
  try {
    const filled = await fillDemo(targetOf(url, options, note), {
      seed,
      endMs,
      size: SIZES[size],
      password: owner.password,
      tell,
    });
    if (!filled.ok) return fail("there is something in its first project already");
  } catch (cause) {
    return fail((cause as Error).message);
  }
  await writeNote(options.folder, { ...note, state: "filled" });
  return ok(url);
}

/** In a terminal Ctrl-C reaches the server as well; what is sent to this process alone is passed on. */
function stopOnSignals(server: ServerProcess): () => boolean {
  let asked = false;
  const stop = (signal: NodeJS.Signals) => {
    asked = true;
    if (signal !== "SIGINT" || !process.stdin.isTTY) server.stop(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  process.once("disconnect", () => stop("SIGHUP"));
  return () => asked;
}
