import { DAY_MS, type Problem, type SliceCounts, type TallyLine } from "../types.ts";

const PROBLEMS_MAX = 20;
/** A day and event of lines that have none. */
const NO_DAY = "";

/** What was counted elsewhere, on its way here. */
export type SentTally = { lines: TallyLine[]; problems: Problem[]; notes: Map<string, number> };

/** Counts every line of a slice once, by day and event, and keeps some of those that were not taken. */
export class Tally {
  readonly counts: SliceCounts = { exported: 0, accepted: 0, skipped: 0, failed: 0 };
  readonly problems: Problem[] = [];
  readonly notes = new Map<string, number>();
  readonly #lines = new Map<string, TallyLine>();
  /** By event: the line it was counted under last, mostly that of the next one too. */
  readonly #last = new Map<string, { day: number; line: TallyLine }>();

  /** The same for an event of that moment. */
  exportedAt(ms: number, event: string): TallyLine {
    const day = Math.floor(ms / DAY_MS);
    const last = this.#last.get(event);
    if (last?.day !== day) {
      const line = this.exported(dayOf(ms), event);
      this.#last.set(event, { day, line });
      return line;
    }
    this.counts.exported += 1;
    last.line.exported += 1;
    return last.line;
  }

  exported(day: string, event: string): TallyLine {
    this.counts.exported += 1;
    const line = this.#line(day, event);
    line.exported += 1;
    return line;
  }

  accepted(line: TallyLine): void {
    line.accepted += 1;
    this.counts.accepted += 1;
  }

  notTaken(as: "skipped" | "failed", line: TallyLine, code: string, problem?: Problem): void {
    this.counts[as] += 1;
    line.reasons[code] = (line.reasons[code] ?? 0) + 1;
    if (problem !== undefined && this.problems.length < PROBLEMS_MAX) this.problems.push(problem);
  }

  /** A line without an event of its own. */
  skippedLine(code: string, problem?: Problem): void {
    this.notTaken("skipped", this.exported(NO_DAY, ""), code, problem);
  }

  note(code: string): void {
    this.notes.set(code, (this.notes.get(code) ?? 0) + 1);
  }

  lines(): TallyLine[] {
    return [...this.#lines.values()];
  }

  /** All that was counted so far; from here on it counts anew. */
  take(): SentTally {
    const sent = { lines: this.lines(), problems: this.problems.splice(0), notes: new Map(this.notes) };
    this.notes.clear();
    this.#lines.clear();
    this.#last.clear();
    return sent;
  }

  /** Counts what was taken from another one; answers where each of its lines is counted here. */
  add({ lines, problems, notes }: SentTally): TallyLine[] {
    for (const [code, count] of notes) this.notes.set(code, (this.notes.get(code) ?? 0) + count);
    this.problems.push(...problems.slice(0, PROBLEMS_MAX - this.problems.length));
    return lines.map(({ day, event, exported, reasons }) => {
      const line = this.#line(day, event);
      line.exported += exported;
      this.counts.exported += exported;
      for (const [code, count] of Object.entries(reasons)) this.#leaveOut(line, code, count);
      return line;
    });
  }

  /** Lines that were read and of which nothing more is heard. */
  leaveRest(code: string): void {
    for (const line of this.#lines.values()) {
      const { exported, accepted, reasons } = line;
      const rest = exported - accepted - Object.values(reasons).reduce((sum, count) => sum + count, 0);
      if (rest > 0) this.#leaveOut(line, code, rest);
    }
  }

  #leaveOut(line: TallyLine, code: string, count: number): void {
    this.counts.skipped += count;
    line.reasons[code] = (line.reasons[code] ?? 0) + count;
  }

  #line(day: string, event: string): TallyLine {
    const key = `${day} ${event}`;
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = { day, event, exported: 0, accepted: 0, reasons: {} };
      this.#lines.set(key, line);
    }
    return line;
  }
}

let lastDay = { number: Number.NaN, text: "" };

/** `2026-01-31`. Most events are of the same day as the one before. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(number * DAY_MS).toISOString().slice(0, 10) };
  return lastDay.text;
}
