import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { ConnectorError } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { findImport } from "../imports/change-imports.ts";
import { type Refusal, refusal, refusalOf } from "../refusal.ts";
import { openSource } from "../sources/open-source.ts";
import { sourcesStore } from "../sources/sources-store.ts";
import { type Difference, Differences } from "./differences.ts";
import { catchUp } from "./generations.ts";
import { compareEvents } from "./verify-events.ts";
import { compareLookup } from "./verify-lookup.ts";
import { compareProfiles } from "./verify-profiles.ts";
import type { Sides, Verifying } from "./verifying.ts";

export type Verification = {
  equal: boolean;
  as_of: string;
  rows_warehouse: number;
  rows_stored: number;
  differences: Difference[];
  /** There are more than are listed. */
  cut: boolean;
};

const VERIFY_TIMEOUT_MS = 600_000;

/** Compares both sides, in one state of the warehouse, and names the rows that differ. Nothing is changed. */
export async function verifyImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
): Promise<Result<Verification, Refusal>> {
  const one = await findImport(deps, scope, importId);
  if (!one.ok) return one;
  const source = await sourcesStore(deps.db).find(scope.projectId, one.value.sourceId);
  if (source === undefined) return fail(refusal("unknown_source", "The source of this import was deleted."));
  const signal = AbortSignal.timeout(VERIFY_TIMEOUT_MS);
  try {
    const session = await openSource(deps, source, { signal, statementTimeoutMs: VERIFY_TIMEOUT_MS });
    try {
      await session.begin();
      const asOf = new Date(await session.now()).toISOString();
      const described = await session.describe(one.value.table);
      await catchUp({ deps, signal });
      const differences = new Differences();
      const compared = await compare({
        ...{ deps, import: one.value, type: source.type, session, described, signal, differences },
      });
      return compared.ok ? ok(toVerification(asOf, compared.value, differences)) : compared;
    } finally {
      await session.close();
    }
  } catch (cause) {
    if (signal.aborted && !(cause instanceof ConnectorError)) {
      return fail({
        ...refusal("store_unavailable", "The comparison took too long; come again when less is going on."),
        retryAfterS: 60,
      });
    }
    return fail(refusalOf(cause, "import_id"));
  }
}

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
  { isEqual, rows, storedRows }: Sides,
  differences: Differences,
): Verification => ({
  equal: isEqual,
  as_of: asOf,
  rows_warehouse: rows,
  rows_stored: storedRows,
  differences: differences.listed,
  cut: differences.isCut,
});
