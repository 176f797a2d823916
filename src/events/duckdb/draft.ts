import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog } from "../catalog.ts";
import type { Lane, Position } from "../change.ts";
import type { Lineage } from "../event.ts";
import { storedLineage } from "../restore-event.ts";
import type { KnownLineage, ProjectState } from "./project-state.ts";
import { readRows } from "./read-rows.ts";
import type { Copies } from "./settle-copies.ts";
import { Tally } from "./tally.ts";

/** For `in (…)`, which may not be empty: no lineage has the number 0. */
export const listOf = (lineageIds: Iterable<number>): string => [0, ...lineageIds].join();

/** One apply at work: a copy of the project's state that takes its place when the transaction is through. */
export class Draft {
  readonly writer: DuckDBConnection;
  readonly lane: Lane;
  readonly state: ProjectState;
  readonly scratchPath: string;
  /** No change at or before this position can still come, in any lane. */
  readonly settled: Position;
  readonly tally: Tally;

  constructor(options: {
    writer: DuckDBConnection;
    lane: Lane;
    state: ProjectState;
    scratchPath: string;
    settled: Position;
  }) {
    this.writer = options.writer;
    this.lane = options.lane;
    this.state = options.state;
    this.scratchPath = options.scratchPath;
    this.settled = options.settled;
    this.tally = new Tally(this.state.lineages);
  }

  get catalog(): Catalog {
    return this.state.catalog;
  }

  /** The number of a lineage in this lane, given on first sight. Lanes do not share them: a number tells the lane too. */
  async lineageId(given: Lineage): Promise<number> {
    const wanted = storedLineage(given);
    const known = this.state.lineages.find(
      (line) =>
        line.lane === this.lane &&
        line.source === wanted.source &&
        line.importId === wanted.importId &&
        line.jobId === wanted.jobId &&
        line.runId === wanted.runId &&
        line.generation === wanted.generation,
    );
    if (known !== undefined) return known.id;
    const { source, importId, jobId, runId, generation } = wanted;
    const id = this.state.lineages.length + 1;
    await this.writer.run("insert into lineages values (?, ?, ?, ?, ?, ?, ?)", [
      id,
      this.lane,
      source,
      importId,
      jobId,
      runId,
      BigInt(generation),
    ]);
    this.state.lineages.push({ id, lane: this.lane, ...wanted });
    // It has no rows yet, so that all of them are known. One that is not newer than what is shown never will be.
    const willBeShown = generation > (this.state.generations.get(importId ?? "") ?? 0);
    if (willBeShown) this.state.prepared = new Set([...this.state.prepared, id]);
    return id;
  }

  lineageIds(which: (known: KnownLineage) => boolean): number[] {
    return this.state.lineages.filter(which).map(({ id }) => id);
  }

  async setGeneration(importId: string, generation: number): Promise<void> {
    await this.writer.run("delete from generations where import_id = ?", [importId]);
    await this.writer.run("insert into generations values (?, ?)", [importId, BigInt(generation)]);
    this.state.generations.set(importId, generation);
  }

  /** Counts rows as stored. Those that turn out to be copies are counted otherwise afterwards. */
  async countStored(fresh: string): Promise<void> {
    const rows = await readRows(
      this.writer,
      `select lineage, received // 86400000 * 86400000, count(*) from event_rows where ${fresh} group by all`,
    );
    for (const [lineageId, receivedMs, count] of rows) {
      this.tally.count(Number(lineageId), Number(receivedMs), "stored", Number(count));
    }
  }

  countCopies(copies: readonly Copies[]): void {
    for (const { lineageId, receivedMs, duplicates, replaced } of copies) {
      this.tally.count(lineageId, receivedMs, "duplicates", duplicates);
      this.tally.count(lineageId, receivedMs, "replaced", replaced);
      this.tally.count(lineageId, receivedMs, "stored", -duplicates - replaced);
    }
  }
}
