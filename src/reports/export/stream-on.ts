import { Readable } from "node:stream";

export type StreamOnOptions = {
  /** What was read already. */
  first: string;
  /** The rest, asked for piece by piece. */
  rest: AsyncGenerator<string, void>;
  /** A reader who takes nothing for so long has gone, whatever the connection says. */
  stallTimeoutMs: number;
  /** What makes the rest must stop now: it failed, it is complete, or its reader has gone. */
  stop(): void;
  /** Nothing works for it any more. */
  closed(): void;
  broke(error: unknown): void;
};

/**
 * A stream that asks for the next piece when the last was taken. A failure breaks it off: it never ends as if it were whole.
 * `Readable.from` would do, but for one thing: it waits for the next piece before it lets go of a reader who has left, and a filter
 * that keeps nothing may look for that piece through a year of events.
 */
export function streamOn({ first, rest, stallTimeoutMs, stop, closed, broke }: StreamOnOptions): Readable {
  let waiting: NodeJS.Timeout | undefined;
  let begun = false;

  async function next(): Promise<string | null> {
    if (!begun) {
      begun = true;
      return first;
    }
    const { done, value } = await rest.next();
    return done ? null : value;
  }

  const body = new Readable({
    read() {
      clearTimeout(waiting);
      next().then(
        (piece) => {
          const wantsMore = body.push(piece);
          if (piece !== null && !wantsMore) waiting = setTimeout(stalled, stallTimeoutMs);
        },
        (error) => {
          if (!body.destroyed) broke(error);
          body.destroy(error);
        },
      );
    },
    destroy(error, done) {
      clearTimeout(waiting);
      stop();
      rest.return().then(closed, closed);
      done(error);
    },
  });
  const stalled = () => {
    const error = new Error("the reader took nothing for too long");
    broke(error);
    body.destroy(error);
  };
  return body;
}
