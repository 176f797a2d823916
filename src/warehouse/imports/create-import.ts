import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { newUuid } from "../../platform/uuid.ts";
import type { TableDescription, TableRef } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { connectorFor } from "../sources/check-connection.ts";
import { withSession } from "../sources/look-into-source.ts";
import { sourcesStore } from "../sources/sources-store.ts";
import { readTableRef } from "../sources/table-ref.ts";
import { companyProperty } from "../sync/table-sync.ts";
import { triggerRun } from "../sync/trigger-run.ts";
import {
  type ImportKind,
  type Mapping,
  RUN_EVERY,
  SYNC_MODES,
  type SyncMode,
  type WarehouseImport,
  type WarehouseSource,
  type Warning,
} from "../types.ts";
import { checkTable } from "./check-table.ts";
import { readDatabricksParams } from "./databricks-params.ts";
import { importsStore } from "./imports-store.ts";
import { KNOWN_FIELDS, readMapping } from "./read-mapping.ts";

export type Body = Readonly<Record<string, unknown>>;

/** An import as it was asked for, held against the table it names. */
export type CheckedImport = {
  source: WarehouseSource;
  kind: ImportKind;
  syncMode: SyncMode;
  table: TableRef;
  mapping: Mapping;
  databricksParams: Record<string, unknown> | null;
  /** Undefined: not given. */
  runEvery: number | undefined;
  described: TableDescription;
  warnings: Warning[];
};

export async function checkImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  kind: ImportKind,
  body: Body,
): Promise<Result<CheckedImport, Refusal>> {
  const read = readBody(kind, body);
  if (!read.ok) return read;
  const source = await sourcesStore(deps.db).find(scope.projectId, read.value.sourceId);
  if (source === undefined) {
    const message = `This project has no warehouse source ${read.value.sourceId}; create one first.`;
    return fail(refusal("unknown_source", message, "warehouse_source_id"));
  }
  if (read.value.databricksParams !== null && source.type !== "databricks") {
    return fail(
      refusal(
        "databricks_only",
        `'databricks_params' is for Databricks, and this source is ${source.type}; leave it out.`,
        "databricks_params",
      ),
    );
  }
  const connector = connectorFor(source.type);
  if (!connector.ok) return connector;
  const table = readTableRef(connector.value, read.value.tableParams, "table_params.");
  if (!table.ok) return table;
  const roles = await checkRoles(deps, scope, kind, read.value.mapping);
  if (roles) return fail(roles);
  return withSession(deps, source, "table_params", async (session) => {
    const described = await session.describe(table.value);
    const checked = checkTable(kind, read.value.syncMode, read.value.mapping, described);
    if (!checked.ok) return checked;
    const warnings = [...read.value.warnings, ...checked.value.warnings];
    if (!session.isEncrypted)
      warnings.push({ code: "unencrypted", message: "The connection to this source is not encrypted." });
    return ok({ ...read.value, source, kind, table: table.value, described, warnings });
  });
}

type ReadImport = Pick<
  CheckedImport,
  "syncMode" | "mapping" | "databricksParams" | "runEvery" | "warnings"
> & {
  sourceId: number;
  tableParams: Record<string, unknown>;
};

/** What can be said of a body without looking at anything else. */
function readBody(kind: ImportKind, body: Body): Result<ReadImport, Refusal> {
  const wrong = (field: string, message: string) =>
    fail(
      refusal(body[field] === undefined ? "missing_field" : "invalid_field", `'${field}' ${message}.`, field),
    );
  if (body.import_type !== kind) return wrong("import_type", `must be "${kind}"`);
  const { warehouse_source_id: sourceId, table_params: tableParams, sync_mode: syncMode } = body;
  if (!Number.isInteger(sourceId))
    return wrong("warehouse_source_id", "must be the id of a warehouse source");
  if (typeof tableParams !== "object" || tableParams === null || Array.isArray(tableParams)) {
    return wrong("table_params", "must be an object that says where the table is");
  }
  const mode = SYNC_MODES.find((known) => known === syncMode);
  if (mode === undefined) return wrong("sync_mode", `must be one of ${SYNC_MODES.join(", ")}`);
  const runEvery = readRunEvery(body.run_every, mode);
  if (!runEvery.ok) return runEvery;
  if ((body.event_name ?? null) !== null && (body.event_column_name ?? null) !== null) {
    const message =
      "Give 'event_name' or 'event_column_name', not both: either all events have one name or each row says its own.";
    return fail(refusal("event_name_ambiguous", message, "event_name"));
  }
  if ((body.table_type ?? "standard") !== "standard") {
    return fail(
      refusal("not_built_yet", "History tables are not built yet; leave 'table_type' out.", "table_type"),
    );
  }
  const mapping = readMapping(kind, body);
  if (!mapping.ok) return mapping;
  const databricks = readDatabricksParams(body.databricks_params);
  if (!databricks.ok) return databricks;
  const warnings = Object.keys(body)
    .filter((name) => !KNOWN_FIELDS.includes(name) && name !== "table_type")
    .map((name) => ({
      code: "unknown_field",
      message: `'${name.slice(0, 100)}' means nothing here and was passed over.`,
    }));
  return ok({
    sourceId: Number(sourceId),
    tableParams: tableParams as Record<string, unknown>,
    syncMode: mode,
    runEvery: runEvery.value,
    mapping: mapping.value,
    databricksParams: databricks.value,
    warnings: warnings.slice(0, 50),
  });
}

export function readRunEvery(given: unknown, mode: SyncMode): Result<number | undefined, Refusal> {
  if (given === undefined || given === null) return ok(undefined);
  const value = RUN_EVERY.find((known) => known === given);
  if (value === undefined) {
    return fail(
      refusal(
        "invalid_field",
        `'run_every' must be one of ${RUN_EVERY.join(", ")} (nanoseconds).`,
        "run_every",
      ),
    );
  }
  if (mode === "one_time" && value !== 0) {
    return fail(
      refusal(
        "run_every_not_allowed",
        "A one-time import runs once: leave 'run_every' out, or send 0 to start it by hand.",
        "run_every",
      ),
    );
  }
  return ok(value);
}

/** What the project has to say: its companies, its groups, its lookups. */
async function checkRoles(
  deps: WarehouseDeps,
  scope: ProjectScope,
  kind: ImportKind,
  mapping: Mapping,
): Promise<Refusal | undefined> {
  const { projectId } = scope;
  if (
    kind === "event_stream" &&
    mapping.company_column_name === null &&
    (await companyProperty(deps, projectId)) !== null
  ) {
    const message =
      "This project has a company key, so 'company_column_name' is required: the column that says which company an event is of.";
    return refusal("company_column_required", message, "company_column_name");
  }
  if (kind === "groups") {
    const keys = (await deps.groupKeys(projectId)).map(({ propertyName }) => propertyName);
    if (!keys.includes(mapping.group_key ?? "")) {
      const known = keys.length === 0 ? "It has none; declare one first." : `It has ${keys.join(", ")}.`;
      return refusal(
        "unknown_group_key",
        `This project has no group key '${mapping.group_key}'. ${known}`,
        "group_key",
      );
    }
  }
  if (kind === "lookup_table" && mapping.service_property !== null) {
    const { value, resourceType } = mapping.service_property;
    const subject = resourceType === "user" ? "profile" : "event";
    if ((await deps.lookupTables.tablesOf(projectId, subject)).has(value)) {
      return refusal(
        "property_already_mapped",
        `'${value}' is looked up in another table already; take it off there first.`,
        "service_property",
      );
    }
  }
  return undefined;
}

const IMPORTS_MAX = 1000;

export async function createImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  kind: ImportKind,
  body: Body,
): Promise<Result<WarehouseImport, Refusal>> {
  const checked = await checkImport(deps, scope, kind, body);
  if (!checked.ok) return checked;
  const { source, syncMode, table, mapping, databricksParams, runEvery, warnings } = checked.value;
  const lookup = kind === "lookup_table" ? await makeLookupTable(deps, scope, table, mapping) : ok(null);
  if (!lookup.ok) return lookup;
  return deps.changes.make<WarehouseImport, Refusal>(scope, async (tx, record) => {
    const imports = importsStore(tx);
    if ((await imports.list(scope.projectId, false)).length >= IMPORTS_MAX) {
      return fail(refusal("invalid_field", `A project has at most ${IMPORTS_MAX} imports; delete one.`));
    }
    const { id, name, email } = scope.principal;
    const added = await imports.add({
      ...{
        projectId: scope.projectId,
        sourceId: source.id,
        kind,
        syncMode,
        table,
        mapping,
        databricksParams,
        warnings,
      },
      runEvery: runEvery ?? 0,
      jobId: newUuid(deps.randomness),
      lookupTableId: lookup.value,
      creator: { id, name, email },
    });
    await record({
      organizationId: scope.organizationId,
      projectId: scope.projectId,
      target: { type: "warehouse_import", id: added.id },
      action: "warehouse_source_sync.created",
      after: { warehouse_source_id: source.id, import_type: kind, sync_mode: syncMode, table_params: table },
    });
    // Said explicitly, 0 waits for manual-sync; a one-time import without it begins at once.
    const begins = added.runEvery > 0 || (syncMode === "one_time" && runEvery === undefined);
    if (begins) await triggerRun(deps, tx, added, "create", { confirmGuard: false });
    return ok((await imports.find(added.id)) ?? added);
  });
}

/** The lookup table that the import's rows go to, empty until the first run. */
async function makeLookupTable(
  deps: WarehouseDeps,
  scope: ProjectScope,
  table: TableRef,
  { service_property: property }: Mapping,
): Promise<Result<string, Refusal>> {
  if (property === null)
    return fail(refusal("missing_field", "'service_property' is required.", "service_property"));
  const subject = property.resourceType === "user" ? "profile" : "event";
  const base = `${table.table ?? table.path ?? "table"} (warehouse)`;
  const made = await deps.lookupTables.create(scope.projectId, base, { subject, property: property.value });
  if (made.ok) return made;
  return fail(
    refusal(
      "property_already_mapped",
      `'${property.value}' cannot be looked up in this table: ${made.failure.code}.`,
      "service_property",
    ),
  );
}
