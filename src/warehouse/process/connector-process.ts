import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { systemEnvironment } from "../../platform/config/index.ts";
import { ConnectorError } from "../connector.ts";
import { type Frame, FrameReader, jsonFrame, KIND, readJson } from "./frames.ts";
import { cut, memoryMessage, type Request, read } from "./messages.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;
const MEMORY_LOOK_MS = 100;
/** A process that was told to end and has not is killed. */
const KILL_AFTER_MS = 1_000;
/** What it prints while it dies: for the reason, and for the log. */
const STDERR_MAX = 4_096;
const NOTHING = Buffer.alloc(0);

export type Limits = { heapMb: number; rssBytesMax: number };

type Waiting = { settle(frame: Frame): void; fail(error: ConnectorError): void };

/**
 * A process for one session of one driver. It may die, grow or fall silent: whatever is asked of it then fails with a
 * `ConnectorError`, and nothing else of the server notices. What it sends is input like any other.
 */
export class ConnectorProcess {
  readonly #child: ChildProcess;
  readonly #channel: Socket;
  readonly #limits: Limits;
  readonly #scratchFolder: string;
  readonly #secrets: readonly string[];
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #lastId = 0;
  #stderr = NOTHING;
  /** Why nothing can be asked any more. */
  #over: ConnectorError | undefined;
  #isEnding = false;

  /** `secrets`: what drivers were given and may quote. */
  constructor(limits: Limits, scratchFolder: string, secrets: readonly string[]) {
    this.#limits = limits;
    this.#secrets = secrets;
    this.#scratchFolder = scratchFolder;
    this.#child = spawn(process.execPath, [...flagsOf(limits), CHILD], {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      // Nothing of this server's own settings and secrets; drivers read variables as well.
      env: systemEnvironment(),
    });
    // Before anything else: a child that cannot be started says so here, and nobody who listens is an uncaught exception.
    this.#child.on("error", () => undefined);
    const channel = this.#child.stdio?.[3];
    if (!(channel instanceof Socket)) throw notStarted();
    this.#channel = channel;
    const frames = new FrameReader();
    this.#channel.on("data", (piece: Buffer) => {
      try {
        for (const frame of frames.push(piece)) this.#take(frame);
      } catch (cause) {
        this.fail(new ConnectorError("driver_failed", "its process sent what nobody asked for", { cause }));
      }
    });
    this.#channel.on("error", () => undefined);
    this.#child.stderr?.on("data", (piece: Buffer) => {
      if (this.#stderr.length < STDERR_MAX) this.#stderr = Buffer.concat([this.#stderr, piece]);
    });
    this.#exited = new Promise((resolve) => {
      const gone = (error: ConnectorError) => {
        clearInterval(watch);
        this.fail(error);
        void rm(scratchFolder, { recursive: true, force: true })
          .catch(() => undefined)
          .then(() => resolve());
      };
      this.#child.once("error", (cause) => gone(notStarted(cause)));
      // "close" comes after everything it sent has been read.
      this.#child.once("close", (code, signal) => gone(this.#reasonOf(code, signal)));
    });
    const watch = setInterval(() => this.#lookAtMemory(), MEMORY_LOOK_MS);
    watch.unref();
  }

  get scratchFolder(): string {
    return this.#scratchFolder;
  }

  /** For tests and for logs. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a request. `id` is what `next` calls a stream by. */
  ask(request: Request): { id: number; reply: Promise<Frame> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Frame>();
    // Somebody may wait for it later, or not at all.
    promise.catch(() => undefined);
    if (this.#over !== undefined) {
      reject(this.#over);
      return { id, reply: promise };
    }
    this.#waiting.set(id, {
      settle: (frame) => {
        if (frame.kind === KIND.failure) reject(this.#failureIn(frame));
        else resolve(frame);
      },
      fail: reject,
    });
    this.#channel.write(jsonFrame(KIND.request, id, request));
    return { id, reply: promise };
  }

  /** Everything asked fails with this, now and later; the process is told to stop, and killed if it does not. */
  fail(error: ConnectorError): void {
    if (this.#over === undefined) {
      for (const op of ["stop", "close"] as const)
        this.#channel.write(jsonFrame(KIND.request, 0, { op } satisfies Request));
      this.#over = error;
    }
    for (const { fail } of this.#waiting.values()) fail(this.#over);
    this.#waiting.clear();
    void this.end();
  }

  /** Settles when the process is gone. */
  async end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#over ??= new ConnectorError("unreachable", "the session was closed");
      // The process ends when its channel does.
      this.#channel.end();
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), KILL_AFTER_MS);
      void this.#exited.then(() => clearTimeout(timer));
    }
    await this.#exited;
  }

  #take(frame: Frame): void {
    if (frame.id === 0 && frame.kind === KIND.failure) {
      this.fail(this.#failureIn(frame));
      return;
    }
    const waiting = this.#waiting.get(frame.id);
    this.#waiting.delete(frame.id);
    if (waiting !== undefined) waiting.settle(frame);
    else if (this.#over === undefined) throw new Error("a reply without a request");
  }

  #failureIn(frame: Frame): ConnectorError {
    const error = read.failure(readJson(frame));
    const message = this.#secrets.reduce((text, secret) => text.replaceAll(secret, "…"), error.message);
    const { code, hint, column } = error;
    return new ConnectorError(code, message, {
      ...(hint === undefined ? {} : { hint }),
      ...(column === undefined ? {} : { column }),
    });
  }

  #reasonOf(code: number | null, signal: NodeJS.Signals | null): ConnectorError {
    const printed = cut(this.#stderr.toString());
    if (/heap out of memory|allocation failed|bad_alloc/i.test(printed))
      return new ConnectorError("answer_too_large", memoryMessage(this.#limits.rssBytesMax));
    const message = `the driver's process ended by itself (${signal ?? `exit code ${code}`})`;
    return new ConnectorError("driver_failed", message, { cause: printed });
  }

  /** Buffers lie outside of the heap that V8 limits. Where the system does not tell, the process looks at itself. */
  #lookAtMemory(): void {
    if (process.platform !== "linux" || this.#child.pid === undefined) return;
    if (rssBytesOf(this.#child.pid) <= this.#limits.rssBytesMax) return;
    this.#child.kill("SIGKILL");
    this.fail(new ConnectorError("answer_too_large", memoryMessage(this.#limits.rssBytesMax)));
  }
}

/** The kernel writes these few bytes when they are read; by way of a thread of the pool it would cost ten times as much. */
function rssBytesOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

const notStarted = (cause?: unknown): ConnectorError =>
  new ConnectorError("throttled", "the process for the driver cannot be started", {
    cause,
    hint: "This machine has no room for another process; it is tried again.",
  });

export const LIMITS: { server: Limits; engine: Limits } = {
  server: { heapMb: 192, rssBytesMax: 320 * MIB },
  // DuckDB alone may take 256 MB before it writes to the disk.
  engine: { heapMb: 128, rssBytesMax: 512 * MIB },
};

const flagsOf = ({ heapMb }: Limits): string[] => [
  `--max-old-space-size=${heapMb}`,
  "--max-semi-space-size=16",
  "--single-threaded-gc",
];
