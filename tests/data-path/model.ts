import type { SentEvent } from "./records.ts";

type Write = {
  content: string;
  /** The batch was handed to the network after this moment … */
  from: number;
  /** … and was in the journal, if ever, before this one. */
  until: number;
  isAcknowledged: boolean;
};

export type Attempt = { events: readonly SentEvent[]; from: number };

/** What the store says: which event, and all of its content as one text. */
export type StoredRow = { name: string; content: string };

export type Findings = {
  acknowledged: number;
  /** Sent and never answered. */
  inDoubt: number;
  /** Those of them that are there. */
  inDoubtFound: number;
  lost: string[];
  doubled: string[];
  foreign: string[];
  /** There, with content that is not what should stand. */
  changed: string[];
  /** Batches without an answer that are there in part. */
  torn: string[];
};

const NEVER = Number.POSITIVE_INFINITY;

/** What may be in the store, told from what was sent and answered alone. */
export class Model {
  readonly #events = new Map<string, ModelEvent>();
  readonly #abandoned: (readonly SentEvent[])[] = [];
  /** Writes that the running server may still bring in. */
  #open: Write[] = [];
  #now = 0;
  /** How many rows have come in at least, and at most, all copies counted. */
  readonly rows = { least: 0, most: 0 };

  sending(events: readonly SentEvent[]): Attempt {
    this.#now += 1;
    return { events, from: this.#now };
  }

  /** An answer said that all of it was taken. */
  acknowledged(attempt: Attempt): void {
    this.#now += 1;
    this.rows.least += attempt.events.length;
    this.#note(attempt, this.#now, true);
  }

  /** No answer: it may be there or not, and may come in as long as the server that heard of it runs. */
  unanswered(attempt: Attempt): void {
    this.#open.push(...this.#note(attempt, NEVER, false));
  }

  /** The sender will not try this one again, and sends nothing of it otherwise: all of it is there, or nothing. */
  abandoned(events: readonly SentEvent[]): void {
    this.#abandoned.push(events);
  }

  /** Nothing that was sent before can come in any more. */
  serverEnded(): void {
    this.#now += 1;
    for (const write of this.#open) write.until = this.#now;
    this.#open = [];
  }

  check(rows: Iterable<StoredRow>): Findings {
    const findings: Findings = {
      acknowledged: 0,
      inDoubt: 0,
      inDoubtFound: 0,
      lost: [],
      doubled: [],
      foreign: [],
      changed: [],
      torn: [],
    };
    const found = new Map<string, number>();
    for (const { name, content } of rows) {
      found.set(name, (found.get(name) ?? 0) + 1);
      const allowed = this.#events.get(name)?.contents();
      if (allowed === undefined) findings.foreign.push(`${name} ${content}`);
      else if (!allowed.includes(content)) {
        findings.changed.push(`${name}\n  is     ${content}\n  may be ${allowed.join("\n  or     ")}`);
      }
    }
    for (const [name, event] of this.#events) judge(findings, name, found.get(name) ?? 0, event.counts());
    for (const events of this.#abandoned) {
      const there = events.filter(({ name }) => found.has(name)).length;
      if (there > 0 && there < events.length) {
        findings.torn.push(`${there} of ${events.length}, the first being ${events[0]?.name}`);
      }
    }
    return findings;
  }

  #note({ events, from }: Attempt, until: number, isAcknowledged: boolean): Write[] {
    this.rows.most += events.length;
    const writes: Write[] = [];
    for (const [name, copies] of Map.groupBy(events, (event) => event.name)) {
      // A batch is one step: of several copies in it only the last one is ever seen.
      const { content = "", hasKey = true } = copies.at(-1) ?? {};
      const write = { content, from, until, isAcknowledged };
      const event = this.#events.get(name) ?? (hasKey ? keyedEvent() : unkeyedEvent());
      this.#events.set(name, event);
      event.write(write);
      writes.push(write);
    }
    return writes;
  }
}

type ModelEvent = {
  write(write: Write): void;
  /** What it may look like now. */
  contents(): string[];
  /** How often it has to be there, and may be there. */
  counts(): { least: number; most: number };
};

/**
 * A copy with the same key replaces the older one, so a key is a register: its content is that of any write that no
 * acknowledged write certainly came after.
 */
function keyedEvent(): ModelEvent {
  let writes: Write[] = [];
  let least = 0;
  const standing = () => {
    const lastFrom = Math.max(0, ...writes.map(({ isAcknowledged, from }) => (isAcknowledged ? from : 0)));
    return writes.filter(({ until }) => until >= lastFrom);
  };
  return {
    write(write) {
      writes.push(write);
      writes = standing();
      if (write.isAcknowledged) least = 1;
    },
    contents: () => standing().map(({ content }) => content),
    counts: () => ({ least, most: 1 }),
  };
}

/** Without a key every copy that came in stays. */
function unkeyedEvent(): ModelEvent {
  let content = "";
  const counts = { least: 0, most: 0 };
  return {
    write(write) {
      content = write.content;
      counts.most += 1;
      if (write.isAcknowledged) counts.least += 1;
    },
    contents: () => [content],
    counts: () => counts,
  };
}

function judge(
  findings: Findings,
  name: string,
  found: number,
  { least, most }: { least: number; most: number },
): void {
  findings.acknowledged += least;
  findings.inDoubt += most - least;
  findings.inDoubtFound += Math.min(most - least, Math.max(0, found - least));
  if (found < least) findings.lost.push(`${name} (${found} of ${least})`);
  if (found > most) findings.doubled.push(`${name} (${found}, at most ${most})`);
}
