import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { ConnectorError } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { findImport } from "../imports/change-imports.ts";
import { type Refusal, refusal, refusalOf } from "../refusal.ts";
import { openSource } from "../sources/open-source.ts";
import { sourcesStore } from "../sources/sources-store.ts";
import type { Mapping, WarehouseImport, WarehouseSource } from "../types.ts";
import { type Difference, Differences } from "./differences.ts";
import { catchUp } from "./generations.ts";
import { type Places, VERIFICATIONS_MAX } from "./places.ts";
import { runsStore } from "./runs-store.ts";
import { isEnded } from "./states.ts";
import { compareEvents } from "./verify-events.ts";
import { compareLookup } from "./verify-lookup.ts";
import { compareProfiles } from "./verify-profiles.ts";
import type { Sides, Verifying } from "./verifying.ts";

export type Verification = {
  equal: boolean;
  as_of: string;
  rows_warehouse: number;
  rows_stored: number;
  rows_skipped: number;
  rows_copies: number;
  differences: Difference[];
  /** There are more than are listed. */
  cut: boolean;
};

const VERIFY_TIMEOUT_MS = 600_000;

/** Compares both sides, in one state of the warehouse, and names the rows that differ. Nothing is changed. `left`: nobody waits any more. */
export async function verifyImport(
  deps: WarehouseDeps,
  places: Places,
  scope: ProjectScope,
  importId: number,
  left: AbortSignal,
): Promise<Result<Verification, Refusal>> {
  const one = await findImport(deps, scope, importId);
  if (!one.ok) return one;
  const source = await sourcesStore(deps.db).find(scope.projectId, one.value.sourceId);
  if (source === undefined) return fail(refusal("unknown_source", "The source of this import was deleted."));
  const giveBack = places.of(scope.projectId).take();
  if (giveBack === undefined) return fail(tooMany());
  try {
    return await verifyBetweenRuns(deps, one.value, source, left);
  } finally {
    giveBack();
  }
}

/** A run changes the store while it works, so that a comparison would be one of two states. */
async function verifyBetweenRuns(
  deps: WarehouseDeps,
  one: WarehouseImport,
  source: WarehouseSource,
  left: AbortSignal,
): Promise<Result<Verification, Refusal>> {
  const before = await lastBegun(deps, one.id);
  if (before !== undefined && !isEnded(before.state)) return fail(runAtWork());
  const verified = await verifyNow(deps, one, source, left);
  const hasBegun = (await lastBegun(deps, one.id))?.id !== before?.id;
  return verified.ok && hasBegun ? fail(runAtWork()) : verified;
}

/** Of an import's runs only one works and only one waits. */
const lastBegun = async (deps: WarehouseDeps, importId: number) =>
  (await runsStore(deps.db).list(importId, 2)).find(({ state }) => state !== "QUEUED");

async function verifyNow(
  deps: WarehouseDeps,
  one: WarehouseImport,
  source: WarehouseSource,
  left: AbortSignal,
): Promise<Result<Verification, Refusal>> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(VERIFY_TIMEOUT_MS)]);
  try {
    // Before the warehouse's state is held: how long the store takes to catch up is nothing that its transaction should last.
    await catchUp({ deps, signal });
    const session = await openSource(deps, source, { signal, statementTimeoutMs: VERIFY_TIMEOUT_MS });
    try {
      await session.begin();
      const asOf = new Date(await session.now()).toISOString();
      const described = await session.describe(one.table);
      const differences = new Differences();
      const compared = await compare({
        ...{ deps, import: one, type: source.type, session, described, signal, differences },
      });
      return compared.ok ? ok(toVerification(asOf, compared.value, differences)) : compared;
    } finally {
      await session.close();
    }
  } catch (cause) {
    // Whatever is broken off tells of it in its own words.
    if (signal.aborted) return fail(tookTooLong());
    return fail(refusalOf(cause, fieldOf(cause, one.mapping)));
  }
}

/** What of the import a warehouse does not take: the role of a column that is gone, or the table. */
function fieldOf(cause: unknown, mapping: Mapping): string {
  const column = cause instanceof ConnectorError ? cause.column : undefined;
  if (column === undefined) return "table_params";
  if (mapping.primary_key_columns.includes(column)) return "primary_key_columns";
  return Object.entries(mapping).find(([, name]) => name === column)?.[0] ?? "table_params";
}

const tooMany = (): Refusal => ({
  ...refusal(
    "too_many_verifications",
    `A project may have ${VERIFICATIONS_MAX} imports verified at once; come again when one of them is done.`,
    "import_id",
  ),
  retryAfterS: 10,
});

const runAtWork = (): Refusal =>
  refusal(
    "run_at_work",
    "A run of this import is at work, or began meanwhile, and changes what would be compared; verify when it has ended.",
    "import_id",
  );

const tookTooLong = (): Refusal => ({
  ...refusal("store_unavailable", "The comparison took too long; come again when less is going on."),
  retryAfterS: 60,
});

async function compare(verifying: Verifying): Promise<Result<Sides, Refusal>> {
  switch (verifying.import.kind) {
    case "event_stream":
      return ok(await compareEvents(verifying));
    case "people":
    case "groups":
      return ok(await compareProfiles(verifying));
    case "lookup_table":
      return await compareLookup(verifying);
  }
}

const toVerification = (
  asOf: string,
  { isEqual, rows, storedRows, skippedRows = 0, copies = 0 }: Sides,
  differences: Differences,
): Verification => ({
  equal: isEqual,
  as_of: asOf,
  rows_warehouse: rows,
  rows_stored: storedRows,
  rows_skipped: skippedRows,
  rows_copies: copies,
  differences: differences.listed,
  cut: differences.isCut,
});
