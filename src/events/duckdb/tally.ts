import type { DuckDBConnection } from "@duckdb/node-api";
import type { ChangeOf, Lane } from "../change.ts";
import { type StoredLineage, storedLineage } from "../restore-event.ts";
import type { Settlement, SettlementLine } from "../store.ts";
import { inTransaction } from "./in-transaction.ts";
import { insertAll } from "./insert-all.ts";
import type { KnownLineage } from "./project-state.ts";
import { readNumber, readRows } from "./read-rows.ts";

type Verdict = "stored" | "duplicates" | "replaced";
const DAY_MS = 86_400_000;
/** Lines are only ever added; past so many they are summed up. */
const LINES_MAX = 2_000;

/** Counts what one apply does. Every row is counted once, when it becomes visible or turns out to be a copy. */
export class Tally {
  readonly #lines = new Map<string, SettlementLine>();
  readonly #lineages: readonly KnownLineage[];
  retracted = 0;
  erased = 0;

  constructor(lineages: readonly KnownLineage[]) {
    this.#lineages = lineages;
  }

  count(lineageId: number, receivedMs: number, verdict: Verdict, rows: number): void {
    const lineage = this.#lineages[lineageId - 1];
    if (lineage === undefined) throw new Error(`there is no lineage ${lineageId}`);
    this.#line(lineage, receivedMs)[verdict] += rows;
  }

  /** What happened to records on their way here, which only whoever checked them can know. */
  note({ lineage, receivedMs, counts }: ChangeOf<"tally">): void {
    const { codes } = this.#line(storedLineage(lineage), receivedMs);
    for (const [code, count] of Object.entries(counts)) codes[code] = (codes[code] ?? 0) + count;
  }

  #line({ source, importId, jobId, runId }: StoredLineage, receivedMs: number): SettlementLine {
    const day = new Date(Math.floor(receivedMs / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
    const key = JSON.stringify([source, importId, jobId, runId, day]);
    const known = this.#lines.get(key);
    if (known) return known;
    const line = { source, importId, jobId, runId, day, stored: 0, duplicates: 0, replaced: 0, codes: {} };
    this.#lines.set(key, line);
    return line;
  }

  settlement(): Settlement {
    const lines = [...this.#lines.values()].filter(
      ({ stored, duplicates, replaced, codes }) =>
        stored + duplicates + replaced > 0 || Object.keys(codes).length > 0,
    );
    return { lines, retracted: this.retracted, erased: this.erased };
  }
}

export async function writeSettlement(
  writer: DuckDBConnection,
  lane: Lane,
  { lines, retracted, erased }: Settlement,
): Promise<void> {
  const about = ({ source, importId, jobId, runId, day }: SettlementLine) => [
    lane,
    source,
    importId,
    jobId,
    runId,
    day,
  ];
  await insertAll(
    writer,
    "settlements",
    lines.map((line) => [...about(line), ...[line.stored, line.duplicates, line.replaced].map(BigInt)]),
  );
  const codes = lines.flatMap((line) =>
    Object.entries(line.codes).map(([code, count]) => [...about(line), code, BigInt(count)]),
  );
  await insertAll(writer, "tallies", codes);
  if (retracted + erased === 0) return;
  await writer.run("insert into removals values (?, ?, ?)", [lane, BigInt(retracted), BigInt(erased)]);
}

export async function readSettlement(reader: DuckDBConnection): Promise<Settlement> {
  const rows = await readRows(
    reader,
    `select source, import_id, job_id, run_id, day, sum(stored)::BIGINT, sum(duplicates)::BIGINT, sum(replaced)::BIGINT
     from settlements group by all order by all`,
  );
  const tallies = await readRows(
    reader,
    "select source, import_id, job_id, run_id, day, code, sum(count)::BIGINT from tallies group by all order by all",
  );
  const [removals = [0, 0]] = await readRows(
    reader,
    "select coalesce(sum(retracted), 0)::BIGINT, coalesce(sum(erased), 0)::BIGINT from removals",
  );
  const text = (value: unknown) => (value === null ? null : String(value));
  const about = (row: readonly unknown[]) => JSON.stringify(row.slice(0, 5).map(text));
  const codes = Map.groupBy(tallies, about);
  return {
    lines: rows.map((row) => {
      const [source, importId, jobId, runId, day, stored, duplicates, replaced] = row;
      const own = codes.get(about(row)) ?? [];
      return {
        source: String(source),
        importId: text(importId),
        jobId: text(jobId),
        runId: text(runId),
        day: String(day),
        stored: Number(stored),
        duplicates: Number(duplicates),
        replaced: Number(replaced),
        codes: Object.fromEntries(own.map(([, , , , , code, count]) => [String(code), Number(count)])),
      };
    }),
    retracted: Number(removals[0]),
    erased: Number(removals[1]),
  };
}

export async function foldSettlements(writer: DuckDBConnection): Promise<void> {
  if ((await readNumber(writer, "select count(*) from settlements")) < LINES_MAX) return;
  await inTransaction(writer, () => sumUp(writer));
}

async function sumUp(writer: DuckDBConnection): Promise<void> {
  await writer.run(`create or replace temp table folded as
    select lane, source, import_id, job_id, run_id, day, sum(stored)::BIGINT, sum(duplicates)::BIGINT,
      sum(replaced)::BIGINT from settlements group by all`);
  await writer.run("delete from settlements");
  await writer.run("insert into settlements select * from folded");
  await writer.run("drop table folded");
  await writer.run(`create or replace temp table folded as
    select lane, source, import_id, job_id, run_id, day, code, sum(count)::BIGINT from tallies group by all`);
  await writer.run("delete from tallies");
  await writer.run("insert into tallies select * from folded");
  await writer.run("drop table folded");
}
