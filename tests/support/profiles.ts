import { Client } from "pg";
import type { Answer, TestServer } from "./test-server.ts";

/** Until every update accepted so far is applied. */
export async function waitUntilApplied(server: Pick<TestServer, "call">): Promise<void> {
  for (;;) {
    const { body } = await server.call("GET", "/readyz", { as: null });
    const { profiles, loader } = body.parts as {
      profiles: { applied?: number };
      loader: { lanes?: { live: { accepted: number } } };
    };
    if ((profiles.applied ?? -1) >= (loader.lanes?.live.accepted ?? Number.POSITIVE_INFINITY)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function tokenOf(server: Pick<TestServer, "databaseUrl">, projectId = 1): Promise<string> {
  const [row] = await askDatabase(server.databaseUrl, "select token from project where id = $1", [projectId]);
  return String(row?.token);
}

export async function askDatabase(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Sends records as a client library would, by default to `/engage?strict=1` without credentials. */
export const sendUpdates = (
  server: Pick<TestServer, "call">,
  records: unknown,
  { path = "/engage?strict=1", as = null as string | null } = {},
): Promise<Answer> => server.call("POST", path, { as, body: records });

/** A profile as it is stored; undefined: there is none. */
export async function findStored(
  server: Pick<TestServer, "databaseUrl">,
  id: string,
  { groupKey = "", projectId = 1 } = {},
): Promise<Record<string, unknown> | undefined> {
  const [row] = await askDatabase(
    server.databaseUrl,
    "select properties from profile where project_id = $1 and group_key = $2 and id = $3 and is_present",
    [projectId, groupKey, id],
  );
  return row === undefined ? undefined : JSON.parse(String(row.properties));
}
