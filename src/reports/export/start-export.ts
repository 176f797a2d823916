import { addAbortSignal, type Readable } from "node:stream";
import type { EventStore } from "../../events/index.ts";
import type { Log } from "../../platform/log.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Slots } from "../../platform/slots.ts";
import type { OperandFailure } from "../expression/failure.ts";
import { exportLines, OperandMet } from "./lines.ts";
import type { ExportQuestion } from "./question.ts";
import { streamOn } from "./stream-on.ts";

/**
 * So much of an answer is held back before it begins. Until then a filter that fails on some event is refused like any other
 * mistake; an answer that fits in here is complete before its first byte goes out.
 */
const HELD_CHARS = 262_144;

export type ExportSettings = {
  /** How long the first lines may take to find. */
  startTimeoutMs: number;
  stallTimeoutMs: number;
};
export const EXPORT_SETTINGS: ExportSettings = { startTimeoutMs: 300_000, stallTimeoutMs: 120_000 };

export type ExportDeps = StreamDeps & { store: Pick<EventStore, "scan"> };

export type StreamDeps = {
  slots: Slots;
  log: Log;
  settings: ExportSettings;
  /** The server stops: it does not wait for exports that may take hours. */
  stopping: AbortSignal;
};

type HoldFailure = OperandFailure | { code: "timed_out" | "stopping" };
export type ExportFailure = HoldFailure | { code: "too_many_exports" };
/** An answer that is complete is a text; a longer one goes on as it is read. */
export type ExportBody = string | Readable;

export function startExport(
  deps: ExportDeps,
  projectId: number,
  question: ExportQuestion,
): Promise<Result<ExportBody, ExportFailure>> {
  const { events, span } = question;
  const named = events === undefined ? {} : { events };
  return startStream(deps, projectId, (signal) =>
    exportLines(deps.store.scan(projectId, { ...span, ...named, order: "time", signal }), question),
  );
}

/** Begins an answer that may be long. What makes its pieces stops when the signal says so. */
export async function startStream(
  { slots, log, settings, stopping }: StreamDeps,
  projectId: number,
  open: (signal: AbortSignal) => AsyncGenerator<string, void>,
): Promise<Result<ExportBody, ExportFailure>> {
  const release = slots.take();
  if (release === undefined) return fail({ code: "too_many_exports" });
  let streams = false;
  try {
    const stop = new AbortController();
    const lines = open(AbortSignal.any([stop.signal, stopping]));
    const held = await holdBack(lines, { stop, stopping, timeoutMs: settings.startTimeoutMs });
    if (!held.ok) return held;
    if (held.value.complete) return ok(held.value.text);
    streams = true;
    const body = streamOn({
      first: held.value.text,
      rest: lines,
      stallTimeoutMs: settings.stallTimeoutMs,
      stop: () => stop.abort(),
      closed: release,
      broke: (error) => log.error({ projectId, err: error }, "an export broke off"),
    });
    return ok(addAbortSignal(stopping, body));
  } finally {
    if (!streams) release();
  }
}

type Held = { text: string; complete: boolean };

async function holdBack(
  lines: AsyncGenerator<string, void>,
  { stop, stopping, timeoutMs }: { stop: AbortController; stopping: AbortSignal; timeoutMs: number },
): Promise<Result<Held, HoldFailure>> {
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  let text = "";
  try {
    while (text.length < HELD_CHARS) {
      const { done, value } = await lines.next();
      if (done) return ok({ text, complete: true });
      text += value;
    }
    if (!stopping.aborted) return ok({ text, complete: false });
    await lines.return();
    return fail({ code: "stopping" });
  } catch (error) {
    if (error instanceof OperandMet) return fail(error.failure);
    if (stop.signal.aborted) return fail({ code: "timed_out" });
    if (stopping.aborted) return fail({ code: "stopping" });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
