import type { Transaction } from "kysely";
import { auditOfFlag, type Flag } from "../../flags/index.ts";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, type Result } from "../../platform/result.ts";
import { randomHex } from "../../platform/secrets.ts";
import { isUuid, newUuid } from "../../platform/uuid.ts";
import type { ExperimentDeps } from "../deps.ts";
import { rightsOf } from "./access.ts";
import { authorOf, targetOf } from "./change-experiment.ts";
import { type CreateFailure, insertExperiment } from "./create-experiment.ts";
import { experimentsStore } from "./experiments-store.ts";
import type { Experiment } from "./types.ts";
import type { DuplicateRequest } from "./wire.ts";

export type DuplicateFailure = CreateFailure | { code: "experiment_not_found" };

/** A draft with the same plan: nothing that happened is copied. Its flag is a new one, switched off, with buckets of its own. */
export async function duplicateExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  id: string,
  { name, duplicate_flag: withFlag = true }: DuplicateRequest,
): Promise<Result<Experiment, DuplicateFailure>> {
  const source = isUuid(id) ? await experimentsStore(deps.db).find(scope.workspaceId, id) : undefined;
  if (source === undefined || !rightsOf(scope, source).view) return fail({ code: "experiment_not_found" });
  const author = authorOf(scope);
  const now = new Date(deps.clock.now());
  return await insertExperiment(deps, scope, async (tx, record) => {
    const flag = withFlag ? (await deps.flags(tx).ofExperiments([id])).get(id) : undefined;
    const copied = flag && (await copyFlag(deps, tx, flag, author, now));
    if (copied)
      await record({
        ...targetOf(scope, "flag", copied.id),
        action: "flag.create",
        after: auditOfFlag(copied),
      });
    const onDecide = source.settings.featureFlag?.onDecide;
    const featureFlag = copied ? { id: copied.id, key: copied.key, ...(onDecide ? { onDecide } : {}) } : null;
    return {
      ...source,
      id: newUuid(deps.randomness),
      name,
      status: "draft",
      // Exposures under the name of the one that was copied are not the copy's.
      settings: {
        ...source.settings,
        featureFlag,
        exposure: { ...source.settings.exposure, experimentName: null },
      },
      exposuresCache: {},
      resultsCache: {},
      startDate: null,
      endDate: null,
      createdAt: now,
      modifiedAt: now,
      archivedAt: null,
      creator: author,
      modifier: author,
    };
  });
}

const SALT_LENGTH = 32;
const SUFFIXES_MAX = 1_000;

/** Under the next key that is free. */
async function copyFlag(
  deps: Pick<ExperimentDeps, "flags" | "randomness">,
  tx: Transaction<ControlTables>,
  flag: Flag,
  author: Flag["modifier"],
  now: Date,
): Promise<Flag | undefined> {
  for (let number = 1; number <= SUFFIXES_MAX; number += 1) {
    const copy: Flag = {
      ...flag,
      id: newUuid(deps.randomness),
      key: `${flag.key.slice(0, 240)}-copy${number === 1 ? "" : `-${number}`}`,
      status: "disabled",
      variantOrder: "key",
      experimentId: null,
      isExperimentActive: null,
      hashSalt: randomHex(deps.randomness, SALT_LENGTH),
      enabledAt: null,
      archivedAt: null,
      createdAt: now,
      modifiedAt: now,
      creator: author,
      modifier: author,
    };
    if (await deps.flags(tx).insert(copy)) return copy;
  }
  return undefined;
}
