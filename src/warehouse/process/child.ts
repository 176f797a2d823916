import { rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { FrameReader, jsonFrame, KIND, readJson } from "./frames.ts";
import { cut, memoryMessage, type Request } from "./messages.ts";
import { createServing } from "./serve-session.ts";

// The process of one driver session: see `ConnectorProcess`, which starts it. Everything comes and goes through this descriptor.
const channel = new Socket({ fd: 3, readable: true, writable: true });
const MEMORY_LOOK_MS = 100;

/** Where memory runs short, the kernel ends this process before the server. */
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Not Linux, or not allowed.
}
// Ctrl-C reaches every process of a terminal. The server says when this one has to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

let scratchFolder: string | undefined;
function end(code: number): never {
  if (scratchFolder !== undefined) rmSync(scratchFolder, { recursive: true, force: true });
  process.exit(code);
}

/** Nothing can be trusted after this: the reason is reported, and the process ends. */
function die(code: "driver_failed" | "answer_too_large" | "auth_failed", message: string): void {
  channel.write(jsonFrame(KIND.failure, 0, { code, message: cut(message) }), () => end(1));
  setTimeout(() => end(1), 500).unref();
}
function died(cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  // Of Kerberos and its kind the Postgres driver knows only that it does not know them.
  if (/unknown authentication/i.test(message))
    die("auth_failed", `the warehouse asks for a way to sign in that is not supported (${message})`);
  else die("driver_failed", message);
}
process.on("uncaughtException", died);
process.on("unhandledRejection", died);

const serving = createServing({
  send: (buffers) => {
    channel.cork();
    for (const buffer of buffers) channel.write(buffer);
    channel.uncork();
  },
  exit: () => channel.end(() => end(0)),
});

function hear(request: Request, id: number): void {
  if (request.op === "open") {
    scratchFolder = request.scratchFolder;
    watchMemory(request.rssBytesMax);
  }
  serving.answer(request, id).catch(died);
}

const frames = new FrameReader();
channel.on("data", (piece: Buffer) => {
  for (const frame of frames.push(piece)) hear(readJson(frame) as Request, frame.id);
});
// The server has ended, however it ended.
channel.on("close", () => end(0));
channel.on("error", () => end(1));

/** The server looks as well; this one is seen where the operating system does not tell others. */
function watchMemory(rssBytesMax: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() <= rssBytesMax) return;
    die("answer_too_large", memoryMessage(rssBytesMax));
  }, MEMORY_LOOK_MS).unref();
}
