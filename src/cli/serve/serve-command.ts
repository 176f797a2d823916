import { systemClock } from "../../platform/clock.ts";
import { describeConfigFailure, readConfig, settingsHelp } from "../../platform/config/index.ts";
import { createLog } from "../../platform/log.ts";
import { systemRandomness } from "../../platform/secrets.ts";
import { VERSION } from "../version.ts";
import { collectStart } from "./collect-start.ts";
import { endOnCrash } from "./end-on-crash.ts";
import { welcome } from "./first-start-note.ts";
import { StartFailure } from "./start-failure.ts";
import { type RunningServer, startServer } from "./start-server.ts";

export const SERVE_HELP = `Starts the server and everything it needs.

  npm start -- [settings]        npx tributary start [settings]

Each setting is a flag or a variable of the environment; the flag wins.

${settingsHelp()}
`;

/** Runs the server until it is asked to stop. Answers the exit code. */
export async function serveCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(SERVE_HELP);
    return 0;
  }
  const config = readConfig(environment, args);
  if (!config.ok) {
    process.stderr.write(`${config.failure.map(describeConfigFailure).join("\n")}\n`);
    return 2;
  }
  const { LOG_LEVEL: level, LOG_FORMAT } = config.value;
  const format = LOG_FORMAT === "auto" ? (process.stdout.isTTY ? "pretty" : "json") : LOG_FORMAT;
  const log = createLog({ level, format });
  endOnCrash(log);
  const stopAsked = stopSignals(environment.npm_lifecycle_event !== undefined);
  let server: RunningServer;
  try {
    server = await startServer(config.value, { clock: systemClock, randomness: systemRandomness, log });
  } catch (cause) {
    if (!(cause instanceof StartFailure)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    return 1;
  }
  await greet(server);
  collectStart();
  const reason = await Promise.race([stopAsked, server.broken.then((why) => ({ broken: why }))]);
  if (typeof reason !== "string") {
    process.stderr.write(`${reason.broken}\n`);
    await server.close().catch(() => undefined);
    return 1;
  }
  log.info({ signal: reason }, "stopping: requests in flight finish first");
  await server.close();
  log.info("stopped");
  return 0;
}

async function greet(server: RunningServer): Promise<void> {
  const { firstStart, url } = server;
  if (firstStart) {
    process.stdout.write(welcome(url, firstStart));
    await server.firstStartShown();
  } else if (server.isWithoutPeople) {
    process.stdout.write(`\n${NOBODY_YET}\n`);
  }
  process.stdout.write(
    `\nTributary ${VERSION} is ready on ${url} (API reference: ${url}/docs; stop with Ctrl-C)\n`,
  );
}

const NOBODY_YET =
  "Nobody can sign in to the web UI yet: 'npx tributary sign-in-link' on this machine makes a link for its owner.";

/** The first signal asks; a second one, from somebody who is tired of waiting, ends the process (the next start recovers). */
function stopSignals(underNpm: boolean): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = 0;
    const ask = (signal: NodeJS.Signals) => {
      asked += 1;
      if (asked > 1 && performance.now() - since > PATIENCE_MS) process.exit(130);
      since = performance.now();
      resolve(signal);
    };
    let since = 0;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.on(signal, ask);
    // Started by a launcher that has died without a word.
    process.once("disconnect", () => ask("SIGHUP"));
    if (underNpm) whenParentDies(() => ask("SIGHUP"));
  });
}

/** An npm that was killed cannot pass anything on; its child then belongs to another process. */
function whenParentDies(tell: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, LOOK_EVERY_MS);
  timer.unref();
}

const LOOK_EVERY_MS = 500;

/** One Ctrl-C can arrive twice: from the terminal and from the npm above us. */
const PATIENCE_MS = 1_000;
