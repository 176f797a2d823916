import type { OrganizationScope, ProjectRole } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { checkProjectGrants, projectsOfOrganization } from "../membership/grants.ts";
import { setGrants } from "../membership/set-grants.ts";
import { type ManageFailure, takeAccount } from "./take-account.ts";

/** One account's role in one project; null takes it away. */
export type Placement = { accountId: number; projectId: number; role: ProjectRole | null };
export type PlaceFailure = ManageFailure | { code: "too_many_placements"; max: number };

const PLACEMENTS_MAX = 1000;

/** All of them, or nothing. An account that is a member already gets the new role. */
export async function placeAccounts(
  deps: Pick<ProjectsDeps, "changes">,
  scope: OrganizationScope,
  asked: readonly Placement[],
): Promise<Result<undefined, PlaceFailure>> {
  if (asked.length > PLACEMENTS_MAX) return fail({ code: "too_many_placements", max: PLACEMENTS_MAX });
  const placements = inOrder(asked);
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, PlaceFailure>> => {
    const projects = await projectsOfOrganization(tx, scope.organizationId);
    const unknown = placements.find(({ projectId }) => !projects.has(projectId));
    if (unknown) return fail({ code: "unknown_project", projectId: unknown.projectId });
    const granted = placements.flatMap(({ projectId, role }) => (role === null ? [] : [{ projectId, role }]));
    const check = await checkProjectGrants(tx, scope, granted);
    if (!check.ok) return check;
    for (const id of new Set(placements.map(({ accountId }) => accountId))) {
      const account = await takeAccount(tx, scope, id);
      if (!account.ok) return account;
    }
    for (const { accountId, ...change } of placements) {
      const who = { organizationId: scope.organizationId, type: "service_account", id: accountId } as const;
      await setGrants(tx, record, who, [change]);
    }
    return ok(undefined);
  });
}

/** Sorted, so that two calls at once take their locks in the same order and never wait for each other in a ring; the last of two wishes for one place counts. */
function inOrder(asked: readonly Placement[]): Placement[] {
  const byPlace = new Map(
    asked.map((placement) => [`${placement.accountId} ${placement.projectId}`, placement]),
  );
  return [...byPlace.values()].sort(
    (left, right) => left.accountId - right.accountId || left.projectId - right.projectId,
  );
}
