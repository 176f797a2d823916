/**
 * Who may use each route with a dialect of its own, said independently of the code that enforces it. Several words: any of them is
 * enough. `project token`, `project secret`: as the username of HTTP Basic authentication. `token in the body`: records and requests
 * name their project themselves. `link`: the token of a one-time link, in the body.
 */
export const RAW_ROUTE_RULES: Record<string, readonly string[]> = {
  "POST /api/auth/sign-in/email": ["public"],
  "POST /api/auth/sign-out": ["public"],
  "GET /api/auth/get-session": ["public"],
  "POST /api/auth/change-password": ["session"],
  "POST /api/app/sign-in-links/inspect": ["link"],
  "POST /api/app/sign-in-links/redeem": ["link"],
  "POST /api/app/invitations/inspect": ["link"],
  "POST /api/app/invitations/accept": ["link"],

  "POST /import": ["project token", "project secret", "project admin"],
  "GET /import": ["project token", "project secret", "project admin"],
  "POST /track": ["token in the body"],
  "GET /track": ["token in the body"],
  "POST /engage": ["token in the body", "project token", "project secret", "project admin"],
  "GET /engage": ["token in the body", "project token", "project secret", "project admin"],
  "POST /groups": ["token in the body", "project token", "project secret", "project admin"],
  "GET /groups": ["token in the body", "project token", "project secret", "project admin"],
  "GET /settings": ["public"],
  "POST /settings": ["public"],
  "GET /record": ["public"],
  "POST /record": ["public"],
  "GET /api/app/projects/:projectId/events/live": ["project consumer"],

  "GET /api/2.0/export": ["project secret", "project analyst"],
  "GET /api/query/stream/query": ["project secret", "project consumer"],
  "GET /api/query/events/names": ["project secret", "project consumer"],
  "GET /api/query/events/properties/top": ["project secret", "project consumer"],
  "GET /api/query/events/properties/values": ["project secret", "project consumer"],
  "GET /api/query/segmentation": ["project secret", "project consumer"],
  "GET /api/query/segmentation/numeric": ["project secret", "project consumer"],
  "GET /api/query/segmentation/sum": ["project secret", "project consumer"],
  "GET /api/query/segmentation/average": ["project secret", "project consumer"],
  "GET /api/2.0/engage": ["project secret", "project consumer"],
  "POST /api/2.0/engage": ["project secret", "project consumer"],

  "GET /lookup-tables": ["project secret", "project consumer"],
  "PUT /lookup-tables/:id": ["project secret", "project analyst"],

  "GET /flags": ["project token", "project consumer"],
  "POST /flags": ["project token", "project consumer"],
  "GET /flags/definitions": ["project token", "project consumer"],

  "GET /migrate": ["public"],
  "GET /migrate/health": ["public"],
  "POST /migrate/:sourceTool": ["token in the body"],
  "GET /migrate/jobs": ["project admin"],
  "GET /migrate/jobs/:jobId": ["job secret", "project admin"],
  "DELETE /migrate/jobs/:jobId": ["job secret", "project admin"],
  "POST /migrate/jobs/:jobId/pause": ["job secret", "project admin"],
  "POST /migrate/jobs/:jobId/resume": ["job secret", "project admin"],
  "POST /migrate/jobs/:jobId/rollback": ["project admin"],
  "GET /migrate/jobs/:jobId/certificate": ["job secret", "project admin"],
  "POST /migrate/jobs/:jobId/verify": ["job secret", "project admin"],
};
