import type { ProjectScope } from "../platform/access/index.ts";
import type { Jobs } from "../platform/jobs/index.ts";
import { ok, type Result } from "../platform/result.ts";
import type { ProjectsRoom } from "../projects/index.ts";
import { erasuresStore } from "./erasures-store.ts";
import { erasePersonsJob } from "./jobs.ts";
import type { Erasure } from "./types.ts";

export type RequestDeps = { changes: ProjectsRoom["changes"]; jobs: () => Pick<Jobs, "send"> };

/** Asked, noted and sent in one transaction. The audit log says how many, never who: it is kept. */
export function requestErasure(
  { changes, jobs }: RequestDeps,
  scope: ProjectScope,
  asked: { distinctIds: readonly string[]; discardsDamaged: boolean },
): Promise<Result<Erasure, never>> {
  const { projectId, organizationId, principal } = scope;
  const { discardsDamaged } = asked;
  const ids = [...new Set(asked.distinctIds)];
  return changes.make(scope, async (tx, record) => {
    const erasure = await erasuresStore(tx).add({
      projectId,
      ids,
      discardsDamaged,
      requestedBy: principal.name,
    });
    await record({
      action: "erasure.request",
      organizationId,
      projectId,
      target: { type: "erasure", id: erasure.id },
      after: { id_count: ids.length, discard_damaged: discardsDamaged },
    });
    await jobs().send(erasePersonsJob, { erasureId: erasure.id }, { transaction: tx });
    return ok(erasure);
  });
}
