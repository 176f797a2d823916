import { useEffect, useReducer, useRef, useState } from "react";
import { changeBuffer, EMPTY_BUFFER, type LiveBuffer } from "./live-buffer.ts";
import { type LiveFilter, liveAddress, readLiveEvent, whyRefused } from "./live-stream.ts";
import type { ShownEvent } from "./shown-event.ts";

export type LiveState =
  | { kind: "connecting" | "listening" }
  /** The connection broke; the browser tries again by itself. */
  | { kind: "interrupted"; since: number }
  | { kind: "refused"; failure: Error };

export type LiveTail = {
  buffer: LiveBuffer;
  state: LiveState;
  /** Events the server left out because this page was too slow, or while the connection was gone. */
  gaps: { events: number; more: boolean };
  perSecond: number;
  show: () => void;
  clear: () => void;
};

/** Rows are added a few times a second, however fast events come. */
const FLUSH_MS = 250;
const RATE_WINDOW_MS = 5_000;

/** Listens to a project while the page is shown. */
export function useLiveTail(projectId: number, filter: LiveFilter, held: boolean): LiveTail {
  const [buffer, change] = useReducer(changeBuffer, EMPTY_BUFFER);
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  const [gaps, setGaps] = useState({ events: 0, more: false });
  const [perSecond, setPerSecond] = useState(0);
  const isHeld = useRef(held);
  isHeld.current = held;
  const address = liveAddress(projectId, filter);
  useEffect(() => {
    const arrived: ShownEvent[] = [];
    const times: number[] = [];
    change({ kind: "clear" });
    setGaps({ events: 0, more: false });
    setState({ kind: "connecting" });
    const source = new EventSource(address);
    source.addEventListener("open", () => setState({ kind: "listening" }));
    source.addEventListener("event", (message: MessageEvent<string>) => {
      const event = readLiveEvent(message.lastEventId, message.data);
      if (event !== undefined) arrived.push(event);
    });
    source.addEventListener("dropped", (message: MessageEvent<string>) => {
      const { events = 0, more = false } = JSON.parse(message.data);
      setGaps((old) => ({ events: old.events + Number(events), more: old.more || Boolean(more) }));
    });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) {
        setState((old) => (old.kind === "listening" ? { kind: "interrupted", since: Date.now() } : old));
        return;
      }
      void whyRefused(address).then((failure) => setState({ kind: "refused", failure }));
    });
    const timer = setInterval(() => {
      const now = Date.now();
      times.push(...arrived.map(() => now));
      while ((times[0] ?? now) < now - RATE_WINDOW_MS) times.shift();
      setPerSecond(times.length / (RATE_WINDOW_MS / 1000));
      if (arrived.length === 0) return;
      change({ kind: "arrived", events: arrived.splice(0), held: isHeld.current });
    }, FLUSH_MS);
    return () => {
      source.close();
      clearInterval(timer);
    };
  }, [address]);
  return {
    ...{ buffer, state, gaps, perSecond },
    show: () => change({ kind: "show" }),
    clear: () => change({ kind: "clear" }),
  };
}
