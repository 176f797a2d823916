import type { Transaction } from "kysely";
import type { ProjectRole } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Change } from "../audit/changes.ts";
import { membershipStore } from "./membership-store.ts";

/** A role in a project for one account; null takes it away. */
export type GrantChange = { projectId: number; role: ProjectRole | null };

/** The change that takes these roles away. */
export const taken = (grants: readonly { projectId: number }[]): GrantChange[] =>
  grants.map(({ projectId }) => ({ projectId, role: null }));

/** Gives and takes roles, with a line for each project they are in, so that the project's own log shows them. */
export async function setGrants(
  tx: Transaction<ControlTables>,
  record: (change: Change) => Promise<void>,
  who: { organizationId: number; type: "service_account" | "user"; id: number },
  changes: readonly GrantChange[],
): Promise<void> {
  const members = membershipStore(tx);
  for (const { projectId, role } of changes) {
    const before = await members.findProjectRole(projectId, who.id);
    if (role === null) await members.removeFromProject(projectId, who.id);
    else await members.setProjectRole(projectId, who.id, role);
    await record({
      action: `${who.type}.${role === null ? "remove_from_project" : "add_to_project"}`,
      organizationId: who.organizationId,
      projectId,
      target: { type: who.type, id: who.id },
      before: { role: before ?? null },
      after: { role },
    });
  }
}
