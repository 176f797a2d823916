import { Type } from "typebox";
import { closed, label, moment, nullable, type Route, route } from "../../http/index.ts";
import type { ProjectRole } from "../../platform/access/index.ts";
import { effectiveProjectRole } from "../../platform/access/index.ts";
import { REGIONS } from "../../platform/config/index.ts";
import { fail, ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import {
  deleteProject,
  disableApiSecret,
  resetApiSecret,
  restoreProject,
  rotateToken,
  updateProject,
} from "./change-project.ts";
import { type CreatedProject, createProject } from "./create-project.ts";
import { ProjectView, projectExample, toProjectView } from "./project-view.ts";
import { type Project, projectsStore } from "./projects-store.ts";
import { type Workspace, workspacesStore } from "./workspaces-store.ts";

const tag = "Projects";

const Draft = Type.Object(
  {
    name: label("Name people see."),
    timezone: Type.Optional(
      Type.String({
        default: "UTC",
        description: "IANA name such as Europe/Paris; cuts results into days, never what is stored.",
      }),
    ),
    region: Type.Optional(
      Type.Enum([...REGIONS], { description: "Data residency; fixed for ever. Default: this server's." }),
    ),
  },
  closed,
);
const Change = Type.Object(
  {
    name: Type.Optional(label("Name people see.")),
    timezone: Type.Optional(Type.String()),
    week_start: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 7, description: "First day of the week, 1 = Monday." }),
    ),
    quarter_start_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  },
  closed,
);
const CreatedView = Type.Object({
  ...ProjectView.properties,
  api_secret: Type.String({ description: "Legacy project secret, shown this once." }),
  url: Type.String(),
});
const WorkspaceView = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  is_global: Type.Boolean(),
  is_default: Type.Boolean(),
  is_visible: Type.Boolean(),
  is_restricted: Type.Boolean(),
  created_iso: moment(),
  creator_id: nullable(Type.Integer()),
  creator_name: nullable(Type.String()),
});

const unknownTimezone = {
  status: 400,
  say: ({ timezone }: { timezone: string }) =>
    `timezone: '${timezone.slice(0, 100)}' is not a time zone; use an IANA name such as Europe/Paris.`,
  field: "timezone",
} as const;
const unknownProject = {
  status: 404,
  say: "There is no such deleted project in this organization.",
} as const;

export function projectRoutes(deps: ProjectsDeps): Route[] {
  const toCreatedView = ({ project, apiSecret }: CreatedProject) => ({
    ...toProjectView(project, "owner"),
    api_secret: apiSecret,
    url: `${deps.publicUrl()}/api/app/projects/${project.id}`,
  });
  // Public clients know the longer path; both do the same.
  const creation = (
    path: "/organizations/:organizationId/projects" | "/organizations/:organizationId/create-projects",
  ) =>
    route({
      method: "POST",
      path,
      access: "projects:create",
      tag,
      summary: "Create a project",
      description: "The project gets a token, a legacy secret (shown this once) and one workspace.",
      body: Draft,
      handle: ({ scope, body }) => createProject(deps, scope, body),
    }).answers({
      schema: CreatedView,
      status: 201,
      view: toCreatedView,
      failures: {
        unknown_timezone: unknownTimezone,
        no_organization: { status: 403, say: "This organization was deleted while you asked." },
        other_region: {
          status: 403,
          say: ({ region, baseUrl }) =>
            `Projects of the region '${region}' are not made on this server.${baseUrl === undefined ? "" : ` Use ${baseUrl} instead.`}`,
          field: "region",
        },
      },
      example: {
        body: { name: "My project", timezone: "Europe/Paris" },
        answer: {
          ...projectExample,
          timezone: "Europe/Paris",
          api_secret: "00112233445566778899aabbccddeeff",
          url: "http://localhost:8080/api/app/projects/1",
        },
      },
    });
  const withRole = (project: Project, role: ProjectRole) => ({ project, role });

  return [
    creation("/organizations/:organizationId/projects"),
    creation("/organizations/:organizationId/create-projects"),
    route({
      method: "GET",
      path: "/organizations/:organizationId/projects",
      access: "projects:list",
      tag,
      summary: "List projects of an organization",
      description:
        "Owners and admins of the organization see all its projects; members those they have a role in.",
      query: Type.Object(
        {
          deleted: Type.Optional(
            Type.Boolean({ description: "The deleted ones that can still be restored." }),
          ),
        },
        closed,
      ),
      handle: async ({ scope, query }) => {
        const projects = await projectsStore(deps.db).list(
          scope.organizationId,
          query.deleted ? "deleted" : "living",
        );
        const seen = projects.flatMap((project) => {
          const role = effectiveProjectRole(scope.role, scope.principal.projectRoles.get(project.id));
          return role === undefined ? [] : [withRole(project, role)];
        });
        return ok(seen);
      },
    }).answers({
      schema: Type.Array(ProjectView),
      view: (seen) => seen.map(({ project, role }) => toProjectView(project, role)),
      failures: {},
      example: { answer: [projectExample] },
    }),
    route({
      method: "POST",
      path: "/organizations/:organizationId/projects/:projectId/restore",
      access: "projects:restore",
      tag,
      summary: "Restore a deleted project",
      description: "Works until `purge_after`.",
      handle: ({ scope, params }) => restoreProject(deps, scope, params.projectId),
    }).answers({
      schema: ProjectView,
      view: (project) => toProjectView(project, "owner"),
      failures: { unknown_project: unknownProject },
      example: { answer: projectExample },
    }),
    route({
      method: "GET",
      path: "/projects/:projectId",
      access: "project:read",
      tag,
      summary: "Get a project",
      handle: async ({ scope }) => {
        const project = await deps.project(scope.projectId);
        return project ? ok(withRole(project, scope.role)) : fail({ code: "no_access" });
      },
    }).answers({
      schema: ProjectView,
      view: ({ project, role }) => toProjectView(project, role),
      failures: { no_access: { status: 403, say: "This project was deleted while you asked." } },
      example: { answer: projectExample },
    }),
    route({
      method: "PATCH",
      path: "/projects/:projectId",
      access: "project:write",
      tag,
      summary: "Change a project",
      description: "Only the keys that are given change.",
      body: Change,
      handle: ({ scope, body }) =>
        updateProject(deps, scope, {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.timezone === undefined ? {} : { timezone: body.timezone }),
          ...(body.week_start === undefined ? {} : { weekStart: body.week_start }),
          ...(body.quarter_start_month === undefined ? {} : { quarterStartMonth: body.quarter_start_month }),
        }),
    }).answers({
      schema: ProjectView,
      view: (project) => toProjectView(project, "admin"),
      failures: { unknown_timezone: unknownTimezone },
      example: { body: { name: "Web shop" }, answer: { ...projectExample, name: "Web shop" } },
    }),
    route({
      method: "DELETE",
      path: "/projects/:projectId",
      access: "project:delete",
      tag,
      summary: "Delete a project",
      description:
        "It cannot be reached from then on. Its data is purged after `purge_after`; until then it can be restored.",
      handle: ({ scope }) => deleteProject(deps, scope),
    }).answers({
      schema: Type.Object({ purge_after: moment() }),
      view: ({ purgeAfter }) => ({ purge_after: purgeAfter.toISOString() }),
      failures: { no_access: { status: 403, say: "This project was deleted while you asked." } },
      example: { answer: { purge_after: "2026-04-01T12:00:00.000Z" } },
    }),
    route({
      method: "POST",
      path: "/projects/:projectId/rotate-token",
      access: "project-token:rotate",
      tag,
      summary: "Give a project a new token",
      description: "The old token stops working at once.",
      handle: ({ scope }) => rotateToken(deps, scope),
    }).answers({
      schema: Type.Object({ token: Type.String() }),
      view: (rotated) => rotated,
      failures: {},
      example: { answer: { token: "0123456789abcdef0123456789abcdef" } },
    }),
    route({
      method: "POST",
      path: "/projects/:projectId/reset-secret",
      access: "project:keys",
      tag,
      summary: "Give a project a new legacy secret",
      description:
        "The old secret stops working at once; the new one is shown this once. Service accounts are the better way in.",
      handle: ({ scope }) => resetApiSecret(deps, scope),
    }).answers({
      schema: Type.Object({ api_secret: Type.String() }),
      view: ({ apiSecret }) => ({ api_secret: apiSecret }),
      failures: {},
      example: { answer: { api_secret: "00112233445566778899aabbccddeeff" } },
    }),
    route({
      method: "DELETE",
      path: "/projects/:projectId/secret",
      access: "project:keys",
      tag,
      summary: "Switch a project's legacy secret off",
      handle: ({ scope }) => disableApiSecret(deps, scope),
    }).answers({
      view: () => undefined,
      failures: {},
    }),
    route({
      method: "GET",
      path: "/projects/:projectId/workspaces",
      access: "project:read",
      tag,
      summary: "List a project's workspaces",
      handle: async ({ scope }) => ok(await workspacesStore(deps.db).list([scope.projectId])),
    }).answers({
      schema: Type.Array(WorkspaceView),
      view: (workspaces) => workspaces.map(toWorkspaceView),
      failures: {},
      example: {
        answer: [
          {
            id: 1,
            project_id: 1,
            name: "All Project Data",
            description: "",
            is_global: true,
            is_default: true,
            is_visible: true,
            is_restricted: false,
            created_iso: "2026-01-31T12:00:00.000Z",
            creator_id: 1,
            creator_name: null,
          },
        ],
      },
    }),
  ];
}

const toWorkspaceView = (workspace: Workspace) => ({
  id: workspace.id,
  project_id: workspace.projectId,
  name: workspace.name,
  description: workspace.description,
  is_global: workspace.isGlobal,
  is_default: workspace.isDefault,
  is_visible: workspace.isVisible,
  is_restricted: workspace.isRestricted,
  created_iso: workspace.createdAt.toISOString(),
  creator_id: workspace.creatorId,
  creator_name: workspace.creatorName,
});
