import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { CatalogTable, Cell, Session, TableDescription, TableRef } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusalOf } from "../refusal.ts";
import type { WarehouseSource } from "../types.ts";
import { shownRow } from "../values/shown-row.ts";
import { unknownSource } from "./change-sources.ts";
import { complete, connectorFor, flatten, readGiven } from "./check-connection.ts";
import { connectionOf, openSource } from "./open-source.ts";
import { sourcesStore } from "./sources-store.ts";
import { readTableRef } from "./table-ref.ts";
import { type TestReport, testConnection } from "./test-source.ts";

const LOOK_TIMEOUT_MS = 30_000;

/** Opens a session for a question that somebody waits for. */
export async function withSession<Value>(
  deps: WarehouseDeps,
  source: WarehouseSource,
  field: string,
  use: (session: Session) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  try {
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
    const session = await openSource(deps, source, { signal, statementTimeoutMs: LOOK_TIMEOUT_MS });
    try {
      return await use(session);
    } finally {
      await session.close();
    }
  } catch (cause) {
    return fail(refusalOf(cause, field));
  }
}

/** A connection that is not saved. */
export async function testDraft(
  deps: WarehouseDeps,
  given: Readonly<Record<string, unknown>>,
): Promise<Result<TestReport, Refusal>> {
  const body = flatten(given);
  const connector = connectorFor(body.warehouse_type);
  if (!connector.ok) return connector;
  const read = readGiven(connector.value, body);
  if (!read.ok) return read;
  const { values, secrets } = read.value;
  const full = complete(connector.value, values, Object.keys(secrets));
  if (!full.ok) return full;
  return ok(await testConnection(deps, connector.value.type, { ...full.value, ...secrets }));
}

/** A source as it is; what came of it is kept with it. */
export async function testSaved(
  deps: WarehouseDeps,
  scope: ProjectScope,
  sourceId: number,
): Promise<Result<TestReport, Refusal>> {
  const store = sourcesStore(deps.db);
  const source = await store.find(scope.projectId, sourceId);
  if (source === undefined) return fail(unknownSource());
  try {
    const report = await testConnection(deps, source.type, connectionOf(deps, source));
    const bad = report.steps.find((step) => !step.ok);
    const tested_at = new Date(deps.clock.now()).toISOString();
    const lastTest = { ok: report.ok, tested_at, code: bad?.code ?? null, message: bad?.message ?? "" };
    await store.change(sourceId, { lastTest });
    return ok(report);
  } catch (cause) {
    return fail(refusalOf(cause, "secrets"));
  }
}

export async function listCatalog(
  deps: WarehouseDeps,
  scope: ProjectScope,
  sourceId: number,
  ask: { search: string; limit: number },
): Promise<Result<CatalogTable[], Refusal>> {
  const source = await sourcesStore(deps.db).find(scope.projectId, sourceId);
  if (source === undefined) return fail(unknownSource());
  return withSession(deps, source, "source_id", async (session) => ok(await session.catalog(ask)));
}

export async function listColumns(
  deps: WarehouseDeps,
  scope: ProjectScope,
  sourceId: number,
  params: TableParams,
): Promise<Result<Described, Refusal>> {
  return lookAtTable(deps, scope, sourceId, params, async (_, found) => ok(found));
}

/** The first rows as they are, before anything is made of them; columns that cannot be read are left out. */
export async function listRows(
  deps: WarehouseDeps,
  scope: ProjectScope,
  sourceId: number,
  params: TableParams,
  limit: number,
): Promise<Result<Record<string, Cell>[], Refusal>> {
  return lookAtTable(deps, scope, sourceId, params, async (session, { table, described }) => {
    const { dialect } = session;
    const columns = described.columns.filter(({ family }) => family !== "unsupported");
    if (columns.length === 0) return ok([]);
    const list = columns.map((column) => dialect.select(column)).join(", ");
    const rows: Cell[][] = [];
    const sql = `select ${list} from ${dialect.table(table)} limit ${limit}`;
    for await (const some of session.stream(sql, columns)) rows.push(...some);
    return ok(rows.map((cells) => shownRow(columns, cells)));
  });
}

type TableParams = Readonly<Record<string, unknown>>;
type Described = { table: TableRef; described: TableDescription };

async function lookAtTable<Value>(
  deps: WarehouseDeps,
  scope: ProjectScope,
  sourceId: number,
  params: TableParams,
  look: (session: Session, found: Described) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const source = await sourcesStore(deps.db).find(scope.projectId, sourceId);
  if (source === undefined) return fail(unknownSource());
  const connector = connectorFor(source.type);
  if (!connector.ok) return connector;
  const table = readTableRef(connector.value, params, "");
  if (!table.ok) return table;
  return withSession(deps, source, "table", async (session) =>
    look(session, { table: table.value, described: await session.describe(table.value) }),
  );
}
