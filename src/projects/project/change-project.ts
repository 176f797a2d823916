import { isDeepStrictEqual } from "node:util";
import type { OrganizationScope, ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomHex, sha256 } from "../../platform/secrets.ts";
import type { ProjectsDeps } from "../deps.ts";
import { projectAudit } from "./project-audit.ts";
import { type Project, type ProjectChange, projectsStore } from "./projects-store.ts";
import { isTimeZone } from "./time-zone.ts";

const about = (scope: { organizationId: number }, projectId: number) => ({
  organizationId: scope.organizationId,
  projectId,
  target: { type: "project", id: projectId },
});

export type UpdateProjectFailure = { code: "unknown_timezone"; timezone: string };

export function updateProject(
  deps: Pick<ProjectsDeps, "changes">,
  scope: ProjectScope,
  change: ProjectChange,
): Promise<Result<Project, UpdateProjectFailure>> {
  return deps.changes.make(scope, async (tx, record) => {
    if (change.timezone !== undefined && !isTimeZone(change.timezone)) {
      return fail({ code: "unknown_timezone", timezone: change.timezone });
    }
    const store = projectsStore(tx);
    await store.lock(scope.projectId);
    const before = await store.get(scope.projectId);
    const after = Object.keys(change).length === 0 ? before : await store.update(scope.projectId, change);
    if (!isDeepStrictEqual(projectAudit(before), projectAudit(after))) {
      await record({
        ...about(scope, scope.projectId),
        action: "project.update",
        before: projectAudit(before),
        after: projectAudit(after),
      });
    }
    return ok(after);
  });
}

/** The old token stops at once: whoever still sends it is answered as with any unknown token. */
export function rotateToken(
  deps: Pick<ProjectsDeps, "changes" | "randomness">,
  scope: ProjectScope,
): Promise<Result<{ token: string }, never>> {
  return deps.changes.make(scope, async (tx, record) => {
    const token = randomHex(deps.randomness, 32);
    await projectsStore(tx).setToken(scope.projectId, token);
    await record({ ...about(scope, scope.projectId), action: "project.rotate_token" });
    return ok({ token });
  });
}

export function resetApiSecret(
  deps: Pick<ProjectsDeps, "changes" | "randomness">,
  scope: ProjectScope,
): Promise<Result<{ apiSecret: string }, never>> {
  return deps.changes.make(scope, async (tx, record) => {
    const apiSecret = randomHex(deps.randomness, 32);
    const store = projectsStore(tx);
    await store.lock(scope.projectId);
    const { hasApiSecret } = await store.get(scope.projectId);
    await store.setApiSecret(scope.projectId, sha256(apiSecret));
    await record({
      ...about(scope, scope.projectId),
      action: "project.reset_api_secret",
      before: { has_api_secret: hasApiSecret },
      after: { has_api_secret: true },
    });
    return ok({ apiSecret });
  });
}

export function disableApiSecret(
  deps: Pick<ProjectsDeps, "changes">,
  scope: ProjectScope,
): Promise<Result<undefined, never>> {
  return deps.changes.make(scope, async (tx, record) => {
    const store = projectsStore(tx);
    await store.lock(scope.projectId);
    const { hasApiSecret } = await store.get(scope.projectId);
    if (!hasApiSecret) return ok(undefined);
    await store.setApiSecret(scope.projectId, null);
    await record({
      ...about(scope, scope.projectId),
      action: "project.disable_api_secret",
      before: { has_api_secret: true },
      after: { has_api_secret: false },
    });
    return ok(undefined);
  });
}

const DAY_MS = 86_400_000;

/** Unreachable at once, purged for good later; until then it can be restored. */
export function deleteProject(
  deps: Pick<ProjectsDeps, "changes" | "clock" | "purgeDays">,
  scope: ProjectScope,
): Promise<Result<{ purgeAfter: Date }, { code: "no_access" }>> {
  return deps.changes.make(scope, async (tx, record) => {
    const now = deps.clock.now();
    const purgeAfter = new Date(now + deps.purgeDays * DAY_MS);
    const store = projectsStore(tx);
    await store.lock(scope.projectId);
    const before = await store.find(scope.projectId);
    // Of several deletions at once, one deletes.
    if (before === undefined) return fail({ code: "no_access" });
    await store.setDeleted(scope.projectId, { at: new Date(now), purgeAfter });
    await record({
      ...about(scope, scope.projectId),
      action: "project.delete",
      before: projectAudit(before),
    });
    return ok({ purgeAfter });
  });
}

export type RestoreProjectFailure = { code: "unknown_project"; projectId: number };

export function restoreProject(
  deps: Pick<ProjectsDeps, "changes" | "clock">,
  scope: OrganizationScope,
  projectId: number,
): Promise<Result<Project, RestoreProjectFailure>> {
  return deps.changes.make(scope, async (tx, record) => {
    const store = projectsStore(tx);
    await store.lock(projectId);
    const deleted = await store.findDeleted(scope.organizationId, projectId);
    // Past its time the purge may be under way.
    const tooLate = deleted?.purgeAfter && deleted.purgeAfter.getTime() <= deps.clock.now();
    if (deleted === undefined || tooLate) return fail({ code: "unknown_project", projectId });
    await store.setDeleted(projectId, null);
    await record({ ...about(scope, projectId), action: "project.restore", after: projectAudit(deleted) });
    return ok(await store.get(projectId));
  });
}
