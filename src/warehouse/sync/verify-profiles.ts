import type { Cell } from "../connector.ts";
import { equalElsewhere } from "./equal-elsewhere.ts";
import { type JudgeProfiles, profileJudge, type Verdict } from "./judge-profiles.ts";
import { idOf } from "./map-profile.ts";
import { type ProfilePlan, planProfiles } from "./profile-plan.ts";
import { profileRowsStore } from "./profile-rows-store.ts";
import { digestOf } from "./row-ids.ts";
import { LANES, readSql } from "./select.ts";
import { nameVanished } from "./vanished-profiles.ts";
import type { Sides, Verifying } from "./verifying.ts";

/** Ids that differ as far as is known, held until the whole table was read. */
const SUSPECTS_MAX = 10_000;

/**
 * Every row of the table against the profile it is of, value by value, and every id that the import has written against the table.
 * Rows come ordered by the digest of their id: those of one id follow each other, so that nothing need be kept of the others.
 */
export async function compareProfiles(verifying: Verifying): Promise<Sides> {
  const { deps, import: one, session, described, signal } = verifying;
  const plan = planProfiles(described, one);
  const reading = readSql({ session, table: session.dialect.table(one.table), where: null }, plan.columns, {
    columns: plan.columns.filter((_, at) => at === plan.id),
  });
  const judge = profileJudge(verifying, plan);
  const people = new Compared(verifying, plan, judge);
  for await (const rows of session.stream(`${reading.sql} order by ${LANES.join()}`, reading.columns)) {
    signal.throwIfAborted();
    await people.take(rows);
  }
  people.end();
  if (people.hasPadded && people.suspects.size > 0) {
    for (const id of await equalElsewhere(verifying, plan, judge, people.suspects))
      people.suspects.delete(id);
  }
  people.nameSuspects();
  const storedRows = await profileRowsStore(deps.db).count(one.id);
  const mayLack = people.hasPadded || people.written < storedRows;
  const vanished = mayLack ? await nameVanished(verifying, plan) : 0;
  const isEqual = people.isEqual && vanished === 0;
  return { isEqual, rows: people.ids, storedRows, skippedRows: people.skipped };
}

class Compared {
  ids = 0;
  /** Ids of the table that the import has written. */
  written = 0;
  /** Rows without an id, which no run brings. */
  skipped = 0;
  isEqual = true;
  /** Blanks around an id are no part of it, and of its digest they are: such an id may have been met and counted twice. */
  hasPadded = false;
  readonly suspects = new Map<string, Verdict>();
  readonly #verifying: Verifying;
  readonly #plan: ProfilePlan;
  readonly #judge: JudgeProfiles;
  /** Of ids that have one digest, which is one id but for numbers that are spelled in two ways. */
  readonly #open = new Map<string, Verdict>();
  #digest = "";

  constructor(verifying: Verifying, plan: ProfilePlan, judge: JudgeProfiles) {
    this.#verifying = verifying;
    this.#plan = plan;
    this.#judge = judge;
  }

  async take(rows: readonly Cell[][]): Promise<void> {
    const owned = rows.filter((row) => idOf(row, this.#plan) !== "");
    this.skipped += rows.length - owned.length;
    const verdicts = await this.#judge(owned);
    for (const [at, row] of owned.entries()) {
      const digest = digestOf(row, this.#plan.columns.length);
      if (digest !== this.#digest) this.end();
      this.#digest = digest;
      const id = idOf(row, this.#plan);
      this.hasPadded ||= String(row[this.#plan.id]) !== id;
      const verdict = verdicts[at];
      if (verdict !== undefined) this.#note(id, verdict);
    }
  }

  /** Of rows with one id any may have been read last: one that the profile equals is enough. */
  #note(id: string, verdict: Verdict): void {
    const known = this.#open.get(id);
    if (known === undefined || (verdict.isEqual && !known.isEqual)) this.#open.set(id, verdict);
  }

  end(): void {
    for (const [id, verdict] of this.#open) {
      this.ids += 1;
      if (verdict.isWritten) this.written += 1;
      if (verdict.isEqual) continue;
      if (this.suspects.size < SUSPECTS_MAX) this.suspects.set(id, verdict);
      else this.#differs(id, verdict);
    }
    this.#open.clear();
  }

  nameSuspects(): void {
    for (const [id, verdict] of this.suspects) this.#differs(id, verdict);
  }

  #differs(id: string, { properties }: Verdict): void {
    this.isEqual = false;
    const key = { [this.#plan.columns[this.#plan.id]?.name ?? ""]: id };
    this.#verifying.differences.add({ side: "warehouse", row_key: id, key, properties });
  }
}
