import { createBreather } from "../../platform/breather.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type CountedWarning, type Counts, type FailedRow, NO_COUNTS, type Run } from "../types.ts";
import type { RowFault } from "./map-event.ts";
import { runsStore } from "./runs-store.ts";

/** Somebody asked for the run to end. */
export class RunCancelled extends Error {}

const SAVE_EVERY_MS = 500;
const FAILED_ROWS_MAX = 10_000;
const FAILED_FLUSH = 500;
const WARNINGS_MAX = 100;
const LOG_MAX = 100;

/** What a run has done so far, told to whoever looks, twice a second. */
export class Tracker {
  readonly counts: Counts;
  rowsTotal: number | null;
  readonly #runs: ReturnType<typeof runsStore>;
  readonly #run: Run;
  readonly #now: () => number;
  readonly #breathe = createBreather();
  readonly #warnings = new Map<string, CountedWarning>();
  readonly #log: Run["log"];
  #failed: FailedRow[] = [];
  #savedMs = 0;

  /** `counts`: of an attempt that is not gone on with; one that begins counts anew. */
  constructor(deps: Pick<WarehouseDeps, "db" | "clock">, run: Run, counts: Counts = NO_COUNTS) {
    this.counts = { ...counts };
    this.rowsTotal = run.rowsTotal;
    this.#log = [...run.log];
    this.#runs = runsStore(deps.db);
    this.#run = run;
    this.#now = () => deps.clock.now();
  }

  warn(code: string, sample: string, count = 1): void {
    const known = this.#warnings.get(code);
    if (known) known.count += count;
    else if (this.#warnings.size < WARNINGS_MAX) this.#warnings.set(code, { code, count, sample });
  }

  note(phase: string, text: string): void {
    if (this.#log.length < LOG_MAX) this.#log.push({ at: new Date(this.#now()).toISOString(), phase, text });
  }

  failed(rowKey: string, { code, field, message, value }: RowFault): void {
    this.counts.failed += 1;
    if (this.counts.failed <= FAILED_ROWS_MAX) {
      this.#failed.push({ number: this.counts.failed, rowKey, code, field, message, value });
    }
  }

  /** To be called between batches. Throws `RunCancelled` when the run was called off. */
  async turn(): Promise<void> {
    await this.#breathe();
    if (this.#failed.length >= FAILED_FLUSH) await this.#flushFailed();
    if (this.#now() - this.#savedMs < SAVE_EVERY_MS) return;
    await this.save();
    if (await this.#runs.isCancelAsked(this.#run.id)) throw new RunCancelled();
  }

  async save(): Promise<void> {
    this.#savedMs = this.#now();
    await this.#flushFailed();
    await this.#runs.change(this.#run.id, this.summary());
  }

  summary() {
    return {
      counts: { ...this.counts },
      rowsTotal: this.rowsTotal,
      warnings: this.#allWarnings(),
      log: [...this.#log],
    };
  }

  /** Rows that an attempt before has stored are not looked at again: what it met counts on. */
  #allWarnings(): CountedWarning[] {
    const all = new Map(this.#run.warnings.map((warning) => [warning.code, warning]));
    for (const [code, { count, sample }] of this.#warnings) {
      all.set(code, { code, count: Math.max(count, all.get(code)?.count ?? 0), sample });
    }
    return [...all.values()];
  }

  async #flushFailed(): Promise<void> {
    const rows = this.#failed;
    this.#failed = [];
    await this.#runs.addFailed(this.#run.id, rows);
  }
}
