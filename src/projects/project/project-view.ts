import { type Static, Type } from "typebox";
import { moment, nullable } from "../../http/index.ts";
import { type ProjectRole, projectRoleReaches } from "../../platform/access/index.ts";
import { REGIONS } from "../../platform/config/index.ts";
import type { Project } from "./projects-store.ts";

export const ProjectView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  organization_id: Type.Integer(),
  token: nullable(
    Type.String({ description: "Public key of the project; null unless the caller is owner or admin." }),
  ),
  api_key: nullable(Type.String({ description: "Legacy key; null unless the caller is owner or admin." })),
  has_api_secret: Type.Boolean({ description: "Whether the legacy project secret is switched on." }),
  timezone: Type.String(),
  region: Type.Enum([...REGIONS]),
  id_mode: Type.Literal("simplified"),
  is_b2b: Type.Boolean({ description: "True when one of the group keys is the company key." }),
  company_key: nullable(Type.String()),
  week_start: Type.Integer({ description: "First day of the week, 1 = Monday." }),
  quarter_start_month: Type.Integer({ description: "Month the first quarter starts in." }),
  created: moment(),
  creator: nullable(
    Type.String({ description: "Who made the project; null for the operator of the server." }),
  ),
  creator_id: nullable(Type.Integer()),
  deleted: nullable(moment("When the project was deleted.")),
  purge_after: nullable(moment("When a deleted project's data goes for good.")),
});

type View = Static<typeof ProjectView>;

/** A remembered project is asked for again and again and never changes; its view was a quarter of such a request's cost. */
const made = new WeakMap<Project, { withKeys?: View; without?: View }>();

/** Keys are for owners and admins. */
export function toProjectView(project: Project, role: ProjectRole): View {
  const maySeeKeys = projectRoleReaches(role, "admin");
  let views = made.get(project);
  if (views === undefined) {
    views = {};
    made.set(project, views);
  }
  if (maySeeKeys) {
    views.withKeys ??= describe(project, true);
    return views.withKeys;
  }
  views.without ??= describe(project, false);
  return views.without;
}

function describe(project: Project, maySeeKeys: boolean): View {
  return {
    id: project.id,
    name: project.name,
    organization_id: project.organizationId,
    token: maySeeKeys ? project.token : null,
    api_key: maySeeKeys ? project.apiKey : null,
    has_api_secret: project.hasApiSecret,
    timezone: project.timezone,
    region: project.region,
    id_mode: "simplified",
    is_b2b: project.companyKey !== null,
    company_key: project.companyKey,
    week_start: project.weekStart,
    quarter_start_month: project.quarterStartMonth,
    created: project.createdAt.toISOString(),
    creator: project.creatorName,
    creator_id: project.creatorId,
    deleted: project.deletedAt?.toISOString() ?? null,
    purge_after: project.purgeAfter?.toISOString() ?? null,
  };
}

export const projectExample: View = {
  id: 1,
  name: "My project",
  organization_id: 1,
  token: "0123456789abcdef0123456789abcdef",
  api_key: "fedcba9876543210fedcba9876543210",
  has_api_secret: true,
  timezone: "UTC",
  region: "us",
  id_mode: "simplified",
  is_b2b: false,
  company_key: null,
  week_start: 1,
  quarter_start_month: 1,
  created: "2026-01-31T12:00:00.000Z",
  creator: null,
  creator_id: 1,
  deleted: null,
  purge_after: null,
};
