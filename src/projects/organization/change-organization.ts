import type { AccountScope, OrganizationScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { projectsOfOrganization } from "../membership/grants.ts";
import { type Organization, type OrganizationEdit, organizationsStore } from "./organizations-store.ts";

const audited = ({ name, secondFactorRequired }: Organization) => ({
  name,
  second_factor_required: secondFactorRequired,
});
const target = (id: number) => ({ type: "organization", id });

export function createOrganization(
  deps: Pick<ProjectsDeps, "changes">,
  scope: AccountScope,
  draft: { name: string },
): Promise<Result<Organization, never>> {
  return deps.changes.make(scope, async (tx, record) => {
    const organization = await organizationsStore(tx).create(draft.name, scope.principal.id);
    await record({
      action: "organization.create",
      organizationId: organization.id,
      target: target(organization.id),
      after: { name: organization.name },
    });
    return ok(organization);
  });
}

export type ChangeOrganizationFailure = { code: "own_second_factor_missing" };

export async function changeOrganization(
  deps: Pick<ProjectsDeps, "changes">,
  scope: OrganizationScope,
  edit: Partial<OrganizationEdit>,
): Promise<Result<Organization, ChangeOrganizationFailure>> {
  const { principal, organizationId } = scope;
  // A member who requires what they do not have would be locked out by their own change.
  if (edit.secondFactorRequired && principal.kind === "user" && !principal.secondFactor)
    return fail({ code: "own_second_factor_missing" });
  return deps.changes.make(scope, async (tx, record) => {
    const store = organizationsStore(tx);
    await store.lock(organizationId);
    const before = await store.get(organizationId);
    const after = await store.change(organizationId, { ...before, ...edit });
    await record({
      action: "organization.update",
      organizationId,
      target: target(organizationId),
      before: audited(before),
      after: audited(after),
    });
    return ok(after);
  });
}

export type DeleteOrganizationFailure = { code: "has_projects"; count: number };

export function deleteOrganization(
  deps: Pick<ProjectsDeps, "changes" | "clock">,
  scope: OrganizationScope,
): Promise<Result<undefined, DeleteOrganizationFailure>> {
  return deps.changes.make(scope, async (tx, record) => {
    const store = organizationsStore(tx);
    await store.lock(scope.organizationId);
    const projects = await projectsOfOrganization(tx, scope.organizationId);
    if (projects.size > 0) return fail({ code: "has_projects", count: projects.size });
    const before = await store.get(scope.organizationId);
    await store.remove(scope.organizationId, new Date(deps.clock.now()));
    await record({
      action: "organization.delete",
      organizationId: scope.organizationId,
      target: target(scope.organizationId),
      before: { name: before.name },
    });
    return ok(undefined);
  });
}
