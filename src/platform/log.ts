import { type Logger, pino, type StreamEntry, stdTimeFunctions } from "pino";
import pretty from "pino-pretty";

export type Log = Pick<
  Logger,
  "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "child" | "isLevelEnabled"
>;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where a secret may stand in something that gets logged. Everything below these names is replaced before it is written. */
const SECRET_PATHS = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "api_secret",
  "credential",
  "url",
].flatMap((name) => (name === "url" ? ["database.url"] : [name, `*.${name}`, `*.*.${name}`]));

export type LogOptions = { level: LogLevel; format: "pretty" | "json"; destination?: NodeJS.WritableStream };

export function createLog({ level, format, destination = process.stdout }: LogOptions): Logger {
  const stream: StreamEntry["stream"] =
    format === "pretty"
      ? pretty({
          destination,
          colorize: true,
          ignore: "pid,hostname",
          translateTime: "HH:MM:ss.l",
          singleLine: true,
          sync: true,
        })
      : destination;
  return pino(
    { level, redact: { paths: SECRET_PATHS, censor: "[hidden]" }, timestamp: stdTimeFunctions.isoTime },
    stream,
  );
}

/** For code that wants a log where nobody reads one. */
export const silentLog: Log = pino({ level: "silent" });
