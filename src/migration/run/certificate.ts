import { createHash } from "node:crypto";
import type { MigrationDeps } from "../deps.ts";
import { slicesStore } from "../store/slices-store.ts";
import { DAY_MS, type Job, type TallyLine } from "../types.ts";
import { untilAnswered } from "./ask-store.ts";
import { dayOf } from "./tally.ts";

/** Of one day and event: `exported` is `stored` and `duplicates` and all of `not_taken`. */
export type CertificateLine = {
  day: string;
  event: string;
  exported: number;
  stored: number;
  duplicates: number;
  not_taken: Record<string, number>;
  /** Of the rows this job brought; the order of rows is nothing to it. */
  checksum: string;
};

export type Certificate = {
  job_id: string;
  source_tool: string;
  project_id: number;
  range: { from: string; before: string };
  made_at: string;
  totals: { exported: number; stored: number; duplicates: number; not_taken: Record<string, number> };
  profiles: Job["profiles"];
  slices: { from: string; before: string; state: string; exported: number }[];
  lines: CertificateLine[];
  /** Events of the project, whoever brought them. */
  store_holds: number;
  /** Events of the project that had been erased by then. */
  store_erased: number;
  /** SHA-256 of all of the above. */
  digest: string;
};

type Held = { day: string; event: string; rows: number; checksum: string };

/**
 * What the store holds of a job, by day and event. MD5 is the same in every version of the store; the sum does not depend on the order.
 * Of each digest its last eight bytes, the least first: DuckDB's `md5_number_lower` is the same number, by way of 128 characters for its
 * bits, and took half of the time.
 */
export async function heldOf(
  { store }: Pick<MigrationDeps, "store">,
  job: Pick<Job, "id" | "projectId">,
  signal: AbortSignal,
): Promise<Held[]> {
  const rows = await untilAnswered(store, job.projectId, signal, {
    sql: `select time // ${DAY_MS} as day, event, count(*),
        sum((md5_number(concat_ws(chr(31), event, distinct_id, coalesce(sent_time, time), insert_id)) >> 64)::UBIGINT)::VARCHAR
      from events where lineage in (select id from lineages where import_id = ?) group by 1, 2 order by 1, 2`,
    params: [job.id],
  });
  return rows.map(([day, event, count, sum]) => ({
    day: dayOf(Number(day) * DAY_MS),
    event: String(event),
    rows: Number(count),
    checksum: String(sum),
  }));
}

/** What the store says of a job, and of its project besides. */
export type StoreAnswer = { held: Held[]; holds: number; erased: number };

export async function askStore(deps: MigrationDeps, job: Job, signal: AbortSignal): Promise<StoreAnswer> {
  // First: what is erased meanwhile is then known to have been erased since.
  const { erased } = await deps.store.settlement(job.projectId);
  const held = await heldOf(deps, job, signal);
  const [[total] = []] = await untilAnswered(deps.store, job.projectId, signal, {
    sql: "select count(*) from events",
  });
  return { held, holds: Number(total ?? 0), erased };
}

export async function makeCertificate(
  deps: MigrationDeps,
  job: Job,
  { held: found, holds, erased }: StoreAnswer,
): Promise<Certificate> {
  const slices = await slicesStore(deps.db).list(job.id);
  const held = new Map(found.map((line) => [`${line.day} ${line.event}`, line]));
  const lines = gather([...slices.flatMap(({ tally }) => tally), ...found.map(nothingOf)]).map((line) => {
    const here = held.get(`${line.day} ${line.event}`);
    const stored = here?.rows ?? 0;
    // Of a slice that was broken off nobody noted, or only in part, what it had brought.
    const notNoted = Math.max(0, stored - line.accepted);
    return {
      day: line.day,
      event: line.event,
      exported: line.exported + notNoted,
      stored,
      duplicates: line.accepted + notNoted - stored,
      not_taken: line.reasons,
      checksum: here?.checksum ?? "0",
    };
  });
  const certificate = {
    job_id: job.id,
    source_tool: job.tool,
    project_id: job.projectId,
    range: { from: new Date(job.fromMs).toISOString(), before: new Date(job.beforeMs).toISOString() },
    made_at: new Date(deps.clock.now()).toISOString(),
    totals: totalsOf(lines),
    profiles: job.profiles,
    slices: slices
      .filter(({ state }) => state !== "split")
      .map(({ fromMs, beforeMs, state, counts }) => ({
        from: new Date(fromMs).toISOString(),
        before: new Date(beforeMs).toISOString(),
        state,
        exported: counts.exported,
      })),
    lines,
    store_holds: holds,
    store_erased: erased,
  };
  return { ...certificate, digest: digestOf(certificate) };
}

export const digestOf = (certificate: Omit<Certificate, "digest">): string =>
  createHash("sha256").update(JSON.stringify(certificate)).digest("hex");

const nothingOf = ({ day, event }: Held): TallyLine => ({
  day,
  event,
  exported: 0,
  accepted: 0,
  reasons: {},
});

function gather(lines: readonly TallyLine[]): TallyLine[] {
  const all = new Map<string, TallyLine>();
  for (const line of lines) {
    const key = `${line.day} ${line.event}`;
    const sum = all.get(key) ?? { day: line.day, event: line.event, exported: 0, accepted: 0, reasons: {} };
    all.set(key, sum);
    sum.exported += line.exported;
    sum.accepted += line.accepted;
    addReasons(sum.reasons, line.reasons);
  }
  return [...all.values()].sort((one, other) =>
    `${one.day} ${one.event}` < `${other.day} ${other.event}` ? -1 : 1,
  );
}

function totalsOf(lines: readonly CertificateLine[]): Certificate["totals"] {
  const totals: Certificate["totals"] = { exported: 0, stored: 0, duplicates: 0, not_taken: {} };
  for (const line of lines) {
    totals.exported += line.exported;
    totals.stored += line.stored;
    totals.duplicates += line.duplicates;
    addReasons(totals.not_taken, line.not_taken);
  }
  return totals;
}

function addReasons(into: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [reason, count] of Object.entries(more)) into[reason] = (into[reason] ?? 0) + count;
}

/** What has changed since a certificate was made. */
export type Difference = { day: string; event: string; certified: number; held: number };
export type Verification = {
  verified: boolean;
  digest_holds: boolean;
  as_of: string;
  differences: Difference[];
  erased_since: number;
};

export async function verifyCertificate(
  deps: MigrationDeps,
  job: Job,
  signal: AbortSignal,
): Promise<Verification> {
  const certificate = job.certificate as Certificate;
  const held = new Map((await heldOf(deps, job, signal)).map((line) => [`${line.day} ${line.event}`, line]));
  const differences: Difference[] = [];
  for (const { day, event, stored, checksum } of certificate.lines) {
    const key = `${day} ${event}`;
    const here = held.get(key);
    held.delete(key);
    if ((here?.rows ?? 0) === stored && (here?.checksum ?? "0") === checksum) continue;
    differences.push({ day, event, certified: stored, held: here?.rows ?? 0 });
  }
  for (const { day, event, rows } of held.values())
    differences.push({ day, event, certified: 0, held: rows });
  const { digest, ...rest } = certificate;
  const holds = digestOf(rest) === digest;
  const { erased } = await deps.store.settlement(job.projectId);
  return {
    verified: holds && differences.length === 0,
    digest_holds: holds,
    as_of: new Date(deps.clock.now()).toISOString(),
    differences,
    erased_since: erased - certificate.store_erased,
  };
}
