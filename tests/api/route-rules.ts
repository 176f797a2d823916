/**
 * Who may use each route, said independently of the code that enforces it: `public`, `any account`, `operator`, or the narrowest
 * role. Organization owners and admins are owners and admins of each project.
 */
export const ROUTE_RULES: Record<string, string> = {
  "GET /api/app/me": "any account",

  "GET /api/app/set-aside": "operator",
  "GET /api/app/organizations": "operator",
  "POST /api/app/organizations": "operator",
  "GET /api/app/organizations/:organizationId": "organization member",
  "PATCH /api/app/organizations/:organizationId": "organization admin",
  "DELETE /api/app/organizations/:organizationId": "organization owner",

  "GET /api/app/organizations/:organizationId/projects": "organization member",
  "POST /api/app/organizations/:organizationId/projects": "organization admin",
  "POST /api/app/organizations/:organizationId/create-projects": "organization admin",
  "POST /api/app/organizations/:organizationId/projects/:projectId/restore": "organization owner",
  "GET /api/app/projects/:projectId": "project consumer",
  "PATCH /api/app/projects/:projectId": "project admin",
  "DELETE /api/app/projects/:projectId": "project owner",
  "POST /api/app/projects/:projectId/rotate-token": "project owner",
  "POST /api/app/projects/:projectId/reset-secret": "project admin",
  "DELETE /api/app/projects/:projectId/secret": "project admin",
  "GET /api/app/projects/:projectId/workspaces": "project consumer",

  "GET /api/app/projects/:projectId/usage": "project consumer",
  "GET /api/app/projects/:projectId/settlements": "project consumer",
  "GET /api/app/projects/:projectId/ingestion/diagnostics": "project consumer",
  "GET /api/app/projects/:projectId/events/names": "project consumer",
  "GET /api/app/projects/:projectId/events/properties": "project consumer",
  "GET /api/app/projects/:projectId/events/properties/values": "project consumer",
  "GET /api/app/projects/:projectId/people/:person/events": "project consumer",
  "GET /api/app/projects/:projectId/profiles": "project consumer",
  "GET /api/app/projects/:projectId/profile-tallies": "project consumer",
  "GET /api/app/projects/:projectId/profiles/:person": "project consumer",
  "GET /api/app/projects/:projectId/group-profiles/:key": "project consumer",
  "GET /api/app/projects/:projectId/group-profiles/:key/:group": "project consumer",

  "GET /api/app/projects/:projectId/lookup-tables": "project consumer",
  "POST /api/app/projects/:projectId/lookup-tables": "project admin",
  "PUT /api/app/projects/:projectId/lookup-tables/:table/mappings": "project admin",
  "DELETE /api/app/projects/:projectId/lookup-tables/:table": "project admin",

  "POST /api/app/projects/:projectId/schemas": "project admin",
  "GET /api/app/projects/:projectId/schemas": "project consumer",
  "DELETE /api/app/projects/:projectId/schemas": "project admin",
  "GET /api/app/projects/:projectId/schemas/:entityType": "project consumer",
  "DELETE /api/app/projects/:projectId/schemas/:entityType": "project admin",
  "GET /api/app/projects/:projectId/schemas/:entityType/:name": "project consumer",
  "POST /api/app/projects/:projectId/schemas/:entityType/:name": "project admin",
  "DELETE /api/app/projects/:projectId/schemas/:entityType/:name": "project admin",
  "GET /api/app/projects/:projectId/schemas/:entityType/:name/history": "project consumer",
  "POST /api/app/projects/:projectId/schemas/:entityType/:name/history/:versionId/restore": "project admin",

  "GET /api/app/projects/:projectId/dictionary/settings": "project consumer",
  "PATCH /api/app/projects/:projectId/dictionary/settings": "project admin",
  "GET /api/app/projects/:projectId/dictionary/violations": "project consumer",

  "POST /api/app/projects/:projectId/erasures": "project admin",
  "GET /api/app/projects/:projectId/erasures": "project admin",
  "GET /api/app/projects/:projectId/erasures/:erasureId": "project admin",
  "GET /api/app/projects/:projectId/group-keys": "project consumer",
  "POST /api/app/projects/:projectId/group-keys": "project admin",
  "PATCH /api/app/projects/:projectId/group-keys/:dataGroupId": "project admin",
  "DELETE /api/app/projects/:projectId/group-keys/:dataGroupId": "project admin",

  "GET /api/app/organizations/:organizationId/service-accounts": "organization member",
  "POST /api/app/organizations/:organizationId/service-accounts": "organization admin",
  "POST /api/app/organizations/:organizationId/service-accounts/add-to-project": "organization admin",
  "POST /api/app/organizations/:organizationId/service-accounts/remove-from-project": "organization admin",
  "GET /api/app/organizations/:organizationId/service-accounts/:serviceAccountId": "organization member",
  "DELETE /api/app/organizations/:organizationId/service-accounts/:serviceAccountId": "organization admin",
  "GET /api/app/organizations/:organizationId/service-accounts/:serviceAccountId/secrets":
    "organization admin",
  "POST /api/app/organizations/:organizationId/service-accounts/:serviceAccountId/rotate":
    "organization admin",
  "DELETE /api/app/organizations/:organizationId/service-accounts/:serviceAccountId/secrets/:secretId":
    "organization admin",
  "GET /api/app/projects/:projectId/service-accounts": "project consumer",

  "GET /api/app/organizations/:organizationId/users": "organization member",
  "POST /api/app/organizations/:organizationId/users": "organization admin",
  "PATCH /api/app/organizations/:organizationId/users/:userId": "organization admin",
  "DELETE /api/app/organizations/:organizationId/users/:userId": "organization admin",

  "GET /api/app/organizations/:organizationId/audit-log": "organization admin",
  "GET /api/app/projects/:projectId/audit-log": "project admin",

  "GET /api/app/jobs": "operator",
  "GET /api/app/jobs/:job": "operator",
  "POST /api/app/jobs/:job/retry": "operator",
  "POST /api/app/jobs/:job/cancel": "operator",
};
