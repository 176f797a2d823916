import { useEffect, useReducer, useRef, useState } from "react";
import { changeBuffer, EMPTY_BUFFER, type LiveBuffer } from "./live-buffer.ts";
import { createRate } from "./live-rate.ts";
import { type LiveFilter, listen, liveAddress } from "./live-stream.ts";
import type { ShownEvent } from "./shown-event.ts";

export type LiveState =
  /** `interrupted`: the connection broke; the browser tries again by itself. */
  { kind: "connecting" | "listening" | "interrupted" } | { kind: "refused"; failure: Error };

/** What went by unseen: because this page was too slow, or while the connection was gone. */
export type LiveGaps = { events: number; more: boolean; brokenAt: number | undefined };

export type LiveTail = {
  buffer: LiveBuffer;
  state: LiveState;
  gaps: LiveGaps;
  perSecond: number;
  show: () => void;
};

/** Rows are added a few times a second, however fast events come. */
const FLUSH_MS = 250;
const NO_GAPS: LiveGaps = { events: 0, more: false, brokenAt: undefined };

/** Listens to a project while the page is shown. While it is held, what comes waits. */
export function useLiveTail(projectId: number, filter: LiveFilter, held: boolean): LiveTail {
  const [buffer, change] = useReducer(changeBuffer, EMPTY_BUFFER);
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  const [gaps, setGaps] = useState(NO_GAPS);
  const [perSecond, setPerSecond] = useState(0);
  const isHeld = useRef(held);
  isHeld.current = held;
  const address = liveAddress(projectId, filter);
  useEffect(() => {
    const arrived: ShownEvent[] = [];
    const rate = createRate();
    change({ kind: "clear" });
    setGaps(NO_GAPS);
    setState({ kind: "connecting" });
    const leave = listen(address, {
      onOpen: () => setState({ kind: "listening" }),
      onEvent: (event) => arrived.push(event),
      onDropped: ({ events, more }) =>
        setGaps((old) => ({ ...old, events: old.events + events, more: old.more || more })),
      onBroken: () => {
        setState({ kind: "interrupted" });
        setGaps((old) => ({ ...old, brokenAt: old.brokenAt ?? Date.now() }));
      },
      onRefused: (failure) => setState({ kind: "refused", failure }),
    });
    const timer = setInterval(() => {
      setPerSecond(rate.count(arrived.length, Date.now()));
      if (arrived.length > 0) change({ kind: "arrived", events: arrived.splice(0), held: isHeld.current });
    }, FLUSH_MS);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [address]);
  // What waited while somebody read comes in as soon as nobody does.
  useEffect(() => {
    if (!held) change({ kind: "show" });
  }, [held]);
  return { buffer, state, gaps, perSecond, show: () => change({ kind: "show" }) };
}
