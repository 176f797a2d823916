import { type Static, Type } from "typebox";
import { type Route, route } from "../../http/index.ts";
import { effectiveProjectRole, type Principal } from "../../platform/access/index.ts";
import { REGIONS } from "../../platform/config/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { organizationsStore } from "../organization/organizations-store.ts";
import { projectsStore } from "../project/projects-store.ts";
import { workspacesStore } from "../project/workspaces-store.ts";
import { OrganizationRoleSchema, ProjectRoleSchema } from "../wire.ts";

const MeView = Type.Object({
  user_id: Type.Integer(),
  user_name: Type.String(),
  user_email: Type.String(),
  user_kind: Type.Enum(["user", "service_account", "operator"], {
    description: "A person with a session, a service account, or the operator of the server.",
  }),
  organizations: Type.Record(
    Type.String(),
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      role: OrganizationRoleSchema,
      second_factor_required: Type.Boolean({
        description: "True when this session lacks the second factor that the organization requires.",
      }),
    }),
  ),
  projects: Type.Record(
    Type.String(),
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      organization_id: Type.Integer(),
      domain: Type.String(),
      timezone: Type.String(),
      region: Type.Enum([...REGIONS]),
      role: ProjectRoleSchema,
    }),
  ),
  workspaces: Type.Record(
    Type.String(),
    Type.Object({
      id: Type.Integer(),
      project_id: Type.Integer(),
      name: Type.String(),
      is_global: Type.Boolean(),
    }),
  ),
});

/** Everything the caller can reach. Maps keyed by id, because that is what clients take the first key of. */
async function describeCaller(
  deps: Pick<ProjectsDeps, "db" | "publicUrl" | "region" | "regionUrls">,
  principal: Principal,
): Promise<Static<typeof MeView>> {
  const isOperator = principal.kind === "operator";
  const roleIn = (organizationId: number) =>
    isOperator ? "owner" : principal.organizationRoles.get(organizationId);
  const all = await organizationsStore(deps.db).list();
  const organizations = all.flatMap(({ id, name }) => {
    const role = roleIn(id);
    const isLocked = principal.lockedOrganizations?.has(id) ?? false;
    return role === undefined ? [] : [{ id, name, role, second_factor_required: isLocked } as const];
  });
  const wholly = organizations.filter(({ role }) => role !== "member").map(({ id }) => id);
  const visible = await projectsStore(deps.db).listVisible(isOperator ? "all" : wholly, [
    ...principal.projectRoles.keys(),
  ]);
  const projects = visible.flatMap((project) => {
    if (principal.lockedOrganizations?.has(project.organizationId)) return [];
    const role = effectiveProjectRole(roleIn(project.organizationId), principal.projectRoles.get(project.id));
    if (role === undefined) return [];
    const domain =
      project.region === deps.region ? deps.publicUrl() : (deps.regionUrls[project.region] ?? "");
    const { id, name, organizationId, timezone, region } = project;
    return [{ id, name, organization_id: organizationId, domain, timezone, region, role }];
  });
  const workspaces = await workspacesStore(deps.db).list(projects.map(({ id }) => id));
  const byId = <Item extends { id: number }>(items: readonly Item[]): Record<string, Item> =>
    Object.fromEntries(items.map((item) => [String(item.id), item]));
  return {
    user_id: principal.id,
    user_name: principal.name,
    user_email: principal.email,
    user_kind: principal.kind,
    organizations: byId(organizations),
    projects: byId(projects),
    workspaces: byId(
      workspaces.map((workspace) => ({
        id: workspace.id,
        project_id: workspace.projectId,
        name: workspace.name,
        is_global: workspace.isGlobal,
      })),
    ),
  };
}

export const meRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "GET",
    path: "/me",
    access: "any-account",
    tag: "Me",
    summary: "See who you are and what you can reach",
    description: "Organizations, projects and workspaces are maps keyed by id.",
    handle: async ({ scope }) => ok(await describeCaller(deps, scope.principal)),
  }).answers({
    schema: MeView,
    view: (me) => me,
    failures: {},
    example: {
      answer: {
        user_id: 2,
        user_name: "loader.1a2b3c.service-account",
        user_email: "loader.1a2b3c.service-account",
        user_kind: "service_account",
        organizations: {
          "1": { id: 1, name: "My organization", role: "owner", second_factor_required: false },
        },
        projects: {
          "1": {
            id: 1,
            name: "My project",
            organization_id: 1,
            domain: "http://localhost:8080",
            timezone: "UTC",
            region: "us",
            role: "owner",
          },
        },
        workspaces: { "1": { id: 1, project_id: 1, name: "All Project Data", is_global: true } },
      },
    },
  }),
];
