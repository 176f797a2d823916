import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { storedRows } from "../sync/stored-rows.ts";
import { findImport } from "./change-imports.ts";

const LOOK_TIMEOUT_MS = 30_000;

export type Stored = { events: number; from: string | null; to: string | null };

/** What questions find of an import's events right now. */
export async function lookAtStored(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
): Promise<Result<Stored, Refusal>> {
  const one = await findImport(deps, scope, importId);
  if (!one.ok) return one;
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
  try {
    const { events, fromMs, toMs } = await storedRows(deps, scope.projectId, importId, signal).span();
    return ok({ events, from: moment(fromMs), to: moment(toMs) });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const busy = refusal("store_unavailable", "The event store is busy; ask again in a moment.");
    return fail({ ...busy, retryAfterS: 5 });
  }
}

const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
