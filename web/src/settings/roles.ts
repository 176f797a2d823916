import type { Choice } from "../ui/Select.tsx";
import type { Member } from "./queries.ts";

export type OrganizationRole = Member["role"];
export type ProjectRole = Member["projects"][number]["role"];

export const ORGANIZATION_ROLE_CHOICES: readonly Choice<OrganizationRole>[] = [
  { value: "owner", label: "Owner: everything, in every project" },
  { value: "admin", label: "Admin: everything but deleting, in every project" },
  { value: "member", label: "Member: only what each project gives" },
];

/** "" stands for no role of their own in the project. */
export const PROJECT_ROLE_CHOICES: readonly Choice<ProjectRole | "">[] = [
  { value: "", label: "No role in this project" },
  { value: "consumer", label: "Consumer: looks" },
  { value: "analyst", label: "Analyst: reports, experiments, flags" },
  { value: "admin", label: "Admin: dictionary, warehouse, migrations, settings" },
  { value: "owner", label: "Owner: deletes the project, changes its token" },
];

export const projectRoleOf = (projects: Member["projects"], projectId: number): ProjectRole | undefined =>
  projects.find(({ id }) => id === projectId)?.role;

/** What somebody can do here in the end, in words. */
export function roleHere(role: OrganizationRole, projects: Member["projects"], projectId: number): string {
  const own = projectRoleOf(projects, projectId);
  if (role === "owner") return "owner (of the organization)";
  if (role === "admin" && own !== "owner") return "admin (of the organization)";
  return own ?? "none";
}
