import { type Static, Type } from "typebox";
import { closed, identifier, moment, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { type AuditEntry, type AuditFilter, findAuditEntries } from "./audit-store.ts";

const Page = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 50, description: "Entries on a page." }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "`next` of the page before: entries older than that.",
      }),
    ),
    action: Type.Optional(
      Type.String({ description: "Only this action, such as `service_account.create`." }),
    ),
    target_type: Type.Optional(
      Type.String({ description: "Only changes to this kind of thing, such as `project`." }),
    ),
    target_id: Type.Optional(Type.String({ description: "Only changes to the thing with this id." })),
    principal_id: Type.Optional(identifier("Only what this account did.")),
    from: Type.Optional(moment("Not before this moment.")),
    to: Type.Optional(moment("Before this moment.")),
  },
  closed,
);

const EntryView = Type.Object({
  id: Type.Integer(),
  at: moment(),
  principal_id: Type.Integer(),
  principal_name: Type.String(),
  organization_id: nullable(Type.Integer()),
  project_id: nullable(Type.Integer()),
  action: Type.String(),
  target_type: Type.String(),
  target_id: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  request_id: Type.String(),
  client_address: Type.String(),
});
const PageView = Type.Object({ entries: Type.Array(EntryView), next: nullable(Type.Integer()) });

const example: Static<typeof PageView> = {
  entries: [
    {
      id: 12,
      at: "2026-01-31T12:00:00.000Z",
      principal_id: 1,
      principal_name: "operator",
      organization_id: 1,
      project_id: 1,
      action: "project.update",
      target_type: "project",
      target_id: "1",
      before: { name: "Shop" },
      after: { name: "Web shop" },
      request_id: "4f1c2a9b0d3e-1",
      client_address: "127.0.0.1",
    },
  ],
  next: null,
};

const asked = { method: "GET", tag: "Audit log", query: Page } as const;
const answered = { schema: PageView, failures: {}, view: toPageView, example: { answer: example } };

export const auditRoutes = (deps: Pick<ProjectsDeps, "db">): Route[] => [
  route({
    ...asked,
    path: "/organizations/:organizationId/audit-log",
    access: "organization-audit:read",
    summary: "List changes in an organization",
    description: "Who changed what and when, newest first, over the organization and all its projects.",
    handle: async ({ params, query }) =>
      ok(await findAuditEntries(deps.db, { ...toFilter(query), organizationId: params.organizationId })),
  }).answers(answered),
  route({
    ...asked,
    path: "/projects/:projectId/audit-log",
    access: "project-audit:read",
    summary: "List changes in a project",
    description: "Who changed what and when, newest first.",
    handle: async ({ params, query }) =>
      ok(await findAuditEntries(deps.db, { ...toFilter(query), projectId: params.projectId })),
  }).answers(answered),
];

const toFilter = (query: Static<typeof Page>): AuditFilter => ({
  limit: query.limit ?? 50,
  before: query.before,
  action: query.action,
  targetType: query.target_type,
  targetId: query.target_id,
  principalId: query.principal_id,
  from: query.from === undefined ? undefined : new Date(query.from),
  to: query.to === undefined ? undefined : new Date(query.to),
});

function toPageView(page: { entries: AuditEntry[]; next: number | null }): Static<typeof PageView> {
  return {
    next: page.next,
    entries: page.entries.map((entry) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      principal_id: entry.principalId,
      principal_name: entry.principalName,
      organization_id: entry.organizationId,
      project_id: entry.projectId,
      action: entry.action,
      target_type: entry.targetType,
      target_id: entry.targetId,
      before: entry.before,
      after: entry.after,
      request_id: entry.requestId,
      client_address: entry.clientAddress,
    })),
  };
}
