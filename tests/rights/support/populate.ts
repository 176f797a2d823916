import { experimentsOf } from "../../experiments/support.ts";
import { invite, makePerson, query } from "../../sign-in/support.ts";
import { sendEvents, waitUntilLoaded } from "../../support/events.ts";
import type { TestServer } from "../../support/test-server.ts";
import { createImport, createSource, runImport } from "../../warehouse/support/warehouse.ts";

/** By the name of a path parameter or of a field in a body: the id of such a thing in organization A. */
export type Ids = Record<string, number | string>;

export const MEMBER = "member@a.example";
const MIGRATION = "a".repeat(32);

/** Fills organization 1 with one of everything that has an id. */
export async function populate(server: TestServer): Promise<Ids> {
  const post = async (path: string, body: unknown) => {
    const answer = await server.call("POST", path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.results;
  };
  const { id: secondProject } = await post("organizations/1/projects", { name: "Deleted" });
  await server.call("DELETE", `projects/${secondProject}`);
  const account = await post("organizations/1/service-accounts", {
    ...{ username: "loader", projects: [{ id: 1, role: "admin" }] },
  });
  const secrets = await server.call("GET", `organizations/1/service-accounts/${account.id}/secrets`);
  const userId = await makePerson(server, { email: MEMBER, projects: [{ id: 1, role: "analyst" }] });
  await post(`organizations/1/users/${userId}/sign-in-link`, undefined);
  const [link] = (await server.call("GET", "organizations/1/sign-in-links")).body.results;
  await invite(server, { email: "invited@a.example", projects: [{ id: 1, role: "consumer" }] });
  const [invitation] = (await server.call("GET", "organizations/1/invitations")).body.results;
  const groupKey = await post("projects/1/group-keys", { property_name: "company" });
  const table = await post("projects/1/lookup-tables", { name: "Products" });
  await server.call("PUT", `projects/1/lookup-tables/${table.id}/mappings`, {
    body: { mappings: [{ subject: "event", property: "sku" }] },
  });
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", description: "Somebody paid." };
  for (const description of ["Paid.", "Somebody paid."])
    await post("projects/1/schemas/event/Purchase", { ...schema, description });
  const experiments = experimentsOf(server);
  const flag = await experiments.createFlag();
  const experiment = await experiments.create({ settings: { featureFlag: { id: flag.id } } });
  await experiments.launch(experiment.id);
  await experiments.decide(experiment.id, { success: true, variant: "treatment" });
  const [decision] = (await server.call("GET", `workspaces/1/experiments/${experiment.id}/decisions`)).body
    .results;
  const time = Date.now() - 3_600_000;
  await sendEvents(
    server,
    [1, 2, 3].map((n) => ({
      event: "Purchase",
      properties: { time, distinct_id: `user-${n}`, $insert_id: `a-${n}`, price: n },
    })),
  );
  const { token } = (await server.call("GET", "projects/1")).body.results;
  await server.call("POST", "/engage", {
    as: null,
    body: [{ $token: token, $distinct_id: "user-1", $set: { plan: "pro" } }],
  });
  const erasure = await post("projects/1/erasures", { distinct_ids: ["user-3"] });
  const { importId, sourceId, run } = await addImport(server);
  await addMigration(server);
  await waitUntilLoaded(server);
  return {
    organizationId: 1,
    projectId: 1,
    deletedProjectId: secondProject,
    workspaceId: 1,
    serviceAccountId: account.id,
    secretId: secrets.body.results[0].id,
    ...{ userId, linkId: link.id, invitationId: invitation.id },
    dataGroupId: groupKey.data_group_id,
    table: table.id,
    ...{ entityType: "event", name: "Purchase", versionId: 1 },
    ...{ flag: flag.id, flagKey: flag.key, experiment: experiment.id, decisionId: decision.id },
    erasureId: erasure.id,
    ...{ sourceId, importId, run },
    jobId: MIGRATION,
    job: "11111111-1111-4111-8111-111111111111",
    token,
  };
}

/** An import of a table in the server's own database, which has run once. */
async function addImport(server: TestServer) {
  await query(server, "create schema shop");
  await query(
    server,
    "create table shop.orders as select 1 as id, now() - interval '1 day' as at, 'user-1' as who",
  );
  const { hostname, port, username, password, pathname } = new URL(server.databaseUrl);
  const { id: sourceId } = await createSource(server, {
    ...{ warehouse_type: "postgres", source_name: "Shop", host: hostname, port: Number(port) },
    ...{ database: pathname.slice(1), username, password: password === "" ? "none" : password },
  });
  const { id: importId } = await createImport(server, {
    ...{ warehouse_source_id: sourceId, table_params: { schema: "shop", table: "orders" } },
    ...{ time_column_name: "at", user_column_name: "who", event_name: "Order", sync_mode: "one_time" },
  });
  const history = await server.call("GET", `projects/1/warehouse-sources/imports/${importId}/history`);
  const run = history.body.results.runs[0]?.run_id ?? (await runImport(server, importId)).run_id;
  return { sourceId, importId, run: run as string };
}

/** As a finished migration would have left it. */
const addMigration = (server: TestServer) =>
  query(
    server,
    `insert into migration_job (id, project_id, tool, state, dry_run, region, range_from, range_before, options, origin_url,
      fingerprint, warnings, requested_by, secret_digest)
    values ($1, 1, 'amplitude', 'completed', false, 'US', now() - interval '1 day', now(),
      '{"eventsOnly":false,"profilesOnly":false,"allowOverLimit":false,"userIdProperty":null,"mapExperiments":false}',
      'http://127.0.0.1:9', 'f', '[]', '127.0.0.1', sha256('job secret of A'::bytea))`,
    [MIGRATION],
  );
export const JOB_SECRET = "job secret of A";
