import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Change } from "../audit/changes.ts";
import type { ProjectsDeps } from "../deps.ts";
import { projectsStore } from "../project/projects-store.ts";
import { type GroupKey, type GroupKeyChange, groupKeysStore } from "./group-keys-store.ts";

export type GroupKeyDraft = { propertyName: string; displayName: string; isCompanyKey: boolean };

const about = (scope: ProjectScope, id: number) => ({
  organizationId: scope.organizationId,
  projectId: scope.projectId,
  target: { type: "group_key", id },
});
const auditOf = (key: GroupKey) => ({
  property_name: key.propertyName,
  display_name: key.displayName,
  is_company_key: key.isCompanyKey,
});

/** At most one key stands for a company; the one that loses the mark gets a line of its own. */
async function moveCompanyKey(
  store: ReturnType<typeof groupKeysStore>,
  record: (change: Change) => Promise<void>,
  scope: ProjectScope,
): Promise<void> {
  const loser = await store.clearCompanyKey(scope.projectId);
  if (loser === undefined) return;
  const after = auditOf(loser);
  await record({
    ...about(scope, loser.id),
    action: "group_key.update",
    before: { ...after, is_company_key: true },
    after,
  });
}

export function declareGroupKey(
  deps: Pick<ProjectsDeps, "changes">,
  scope: ProjectScope,
  draft: GroupKeyDraft,
): Promise<Result<GroupKey, { code: "group_key_exists"; propertyName: string }>> {
  return deps.changes.make(scope, async (tx, record) => {
    const store = groupKeysStore(tx);
    await projectsStore(tx).lock(scope.projectId);
    if (draft.isCompanyKey) await moveCompanyKey(store, record, scope);
    const created = await store.create({ ...draft, projectId: scope.projectId });
    if (created === undefined) return fail({ code: "group_key_exists", propertyName: draft.propertyName });
    await record({ ...about(scope, created.id), action: "group_key.create", after: auditOf(created) });
    return ok(created);
  });
}

export type UnknownGroupKey = { code: "unknown_group_key"; id: number };

export function changeGroupKey(
  deps: Pick<ProjectsDeps, "changes">,
  scope: ProjectScope,
  id: number,
  change: GroupKeyChange,
): Promise<Result<GroupKey, UnknownGroupKey>> {
  return deps.changes.make(scope, async (tx, record) => {
    const store = groupKeysStore(tx);
    await projectsStore(tx).lock(scope.projectId);
    const before = await store.find(scope.projectId, id);
    if (before === undefined) return fail({ code: "unknown_group_key", id });
    if (change.isCompanyKey === true && !before.isCompanyKey) await moveCompanyKey(store, record, scope);
    const after = Object.keys(change).length === 0 ? before : await store.update(id, change);
    await record({
      ...about(scope, id),
      action: "group_key.update",
      before: auditOf(before),
      after: auditOf(after),
    });
    return ok(after);
  });
}

export function removeGroupKey(
  deps: Pick<ProjectsDeps, "changes">,
  scope: ProjectScope,
  id: number,
): Promise<Result<undefined, UnknownGroupKey>> {
  return deps.changes.make(scope, async (tx, record) => {
    const store = groupKeysStore(tx);
    const before = await store.find(scope.projectId, id);
    if (before === undefined) return fail({ code: "unknown_group_key", id });
    await store.remove(id);
    await record({ ...about(scope, id), action: "group_key.delete", before: auditOf(before) });
    return ok(undefined);
  });
}
