import { hash } from "node:crypto";
import type { Cell } from "../connector.ts";
import { differingNames } from "./differing-names.ts";
import { idOf, profileMapper } from "./map-profile.ts";
import { type ProfilePlan, planProfiles } from "./profile-plan.ts";
import { profileRowsStore } from "./profile-rows-store.ts";
import { profilesOf } from "./profiles-of.ts";
import { digestOf } from "./row-ids.ts";
import { readSql } from "./select.ts";
import { nameVanished } from "./vanished-profiles.ts";
import type { Sides, Verifying } from "./verifying.ts";

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
  const people = new Compared(verifying, plan);
  for await (const rows of session.stream(`${reading.sql} order by l0, l1, l2, l3`, reading.columns)) {
    signal.throwIfAborted();
    await people.take(rows);
  }
  people.end();
  const storedRows = await profileRowsStore(deps.db).count(one.id);
  const mayLack = people.hasPadded || people.written < storedRows;
  const vanished = mayLack ? await nameVanished(verifying, plan) : 0;
  return { isEqual: people.isEqual && vanished === 0, rows: people.ids, storedRows };
}

type Verdict = { isEqual: boolean; isWritten: boolean; properties: string[] | null };

class Compared {
  ids = 0;
  /** Ids of the table that the import has written. */
  written = 0;
  isEqual = true;
  /** Blanks around an id are no part of it, and of its digest they are: such an id may have been counted twice. */
  hasPadded = false;
  readonly #verifying: Verifying;
  readonly #plan: ProfilePlan;
  readonly #map: ReturnType<typeof profileMapper>;
  /** Of ids that have one digest, which is one id but for numbers that are spelled in two ways. */
  readonly #open = new Map<string, Verdict>();
  #digest = "";

  constructor(verifying: Verifying, plan: ProfilePlan) {
    this.#verifying = verifying;
    this.#plan = plan;
    this.#map = profileMapper(plan, () => undefined);
  }

  async take(rows: readonly Cell[][]): Promise<void> {
    const { deps, import: one } = this.#verifying;
    const ids = [...new Set(rows.map((row) => idOf(row, this.#plan)))];
    const profiles = await profilesOf(this.#verifying, ids);
    const written = await profileRowsStore(deps.db).find(one.id, ids);
    for (const row of rows) {
      const digest = digestOf(row, this.#plan.columns.length);
      if (digest !== this.#digest) this.end();
      this.#digest = digest;
      const id = idOf(row, this.#plan);
      if (id === "") this.#nobodys(row);
      else {
        const before = written.get(id);
        this.hasPadded ||= String(row[this.#plan.id]) !== id;
        const wasSet = this.#plan.unsets ? (before?.names ?? []) : [];
        const names = differingNames(this.#map(row), wasSet, profiles.get(id));
        this.#note(id, { isEqual: names?.length === 0, isWritten: before !== undefined, properties: names });
      }
    }
  }

  /** Of rows with one id any may have been read last: one that the profile equals is enough. */
  #note(id: string, verdict: Verdict): void {
    const known = this.#open.get(id);
    if (known === undefined || (verdict.isEqual && !known.isEqual)) this.#open.set(id, verdict);
  }

  #nobodys(row: readonly Cell[]): void {
    const content = JSON.stringify(row.slice(0, this.#plan.columns.length));
    this.#differs(hash("sha256", content, "hex").slice(0, 32), "", null);
  }

  end(): void {
    for (const [id, { isEqual, isWritten, properties }] of this.#open) {
      this.ids += 1;
      if (isWritten) this.written += 1;
      // A row that the import has not brought yet is a difference, even if somebody else wrote the same.
      if (!isEqual || !isWritten) this.#differs(id, id, isWritten ? properties : null);
    }
    this.#open.clear();
  }

  #differs(row_key: string, id: string, properties: string[] | null): void {
    this.isEqual = false;
    const key = { [this.#plan.columns[this.#plan.id]?.name ?? ""]: id };
    this.#verifying.differences.add({ side: "warehouse", row_key, key, properties });
  }
}
