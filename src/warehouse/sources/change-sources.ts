import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Connector } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { importsStore } from "../imports/imports-store.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runsStore } from "../sync/runs-store.ts";
import type { WarehouseSource } from "../types.ts";
import { complete, connectorFor, flatten, readGiven, type Values } from "./check-connection.ts";
import { aboutSecret } from "./open-source.ts";
import { sourcesStore } from "./sources-store.ts";

type Body = Readonly<Record<string, unknown>>;
type SourceDeps = Pick<WarehouseDeps, "changes" | "sealing" | "clock" | "outbound">;

const NAME_MAX = 255;
const SOURCES_MAX = 1000;

const about = (scope: ProjectScope, id: number) => ({
  organizationId: scope.organizationId,
  projectId: scope.projectId,
  target: { type: "warehouse_source", id },
});
/** What the audit log keeps: where to, never with what. */
const audited = ({ name, type, connection }: WarehouseSource) => ({
  source_name: name,
  warehouse_type: type,
  connection,
});

export async function createSource(
  deps: SourceDeps,
  scope: ProjectScope,
  given: Body,
): Promise<Result<WarehouseSource, Refusal>> {
  const body = flatten(given);
  const connector = connectorFor(body.warehouse_type);
  if (!connector.ok) return connector;
  const name = readName(
    body.source_name ?? `${connector.value.label} ${new Date(deps.clock.now()).toISOString()}`,
  );
  if (!name.ok) return name;
  const read = readGiven(connector.value, body);
  if (!read.ok) return read;
  const { secrets } = read.value;
  const values = complete(connector.value, read.value.values, Object.keys(secrets));
  if (!values.ok) return values;
  const allowed = await checkHost(deps, connector.value, values.value);
  if (!allowed.ok) return allowed;
  return deps.changes.make<WarehouseSource, Refusal>(scope, async (tx, record) => {
    const store = sourcesStore(tx);
    if ((await store.list(scope.projectId)).length >= SOURCES_MAX) {
      return fail(refusal("invalid_field", `A project has at most ${SOURCES_MAX} sources; delete one.`));
    }
    const { id, name: creatorName, email } = scope.principal;
    const creator = { id, name: creatorName, email };
    const added = await store.add({
      projectId: scope.projectId,
      name: name.value,
      type: connector.value.type,
      creator,
    });
    if (added === undefined) return fail(taken(name.value));
    const source = { ...added, connection: values.value, secrets: seal(deps, added.id, secrets) };
    await store.change(source.id, { connection: source.connection, secrets: source.secrets });
    await record({ ...about(scope, source.id), action: "warehouse_source.created", after: audited(source) });
    return ok(source);
  });
}

export async function changeSource(
  deps: SourceDeps,
  scope: ProjectScope,
  sourceId: number,
  given: Body,
): Promise<Result<WarehouseSource, Refusal>> {
  const body = flatten(given);
  return deps.changes.make<WarehouseSource, Refusal>(scope, async (tx, record) => {
    const store = sourcesStore(tx);
    const before = await store.lock(scope.projectId, sourceId);
    if (before === undefined) return fail(unknownSource());
    if (body.warehouse_type !== undefined && body.warehouse_type !== before.type) {
      return fail(
        refusal(
          "type_immutable",
          `This source is a ${before.type}; create another for another kind.`,
          "warehouse_type",
        ),
      );
    }
    const connector = connectorFor(before.type);
    if (!connector.ok) return connector;
    const read = readGiven(connector.value, body);
    if (!read.ok) return read;
    const name = readName(body.source_name ?? before.name);
    if (!name.ok) return name;
    if (await store.isNameTaken(scope.projectId, name.value, sourceId)) return fail(taken(name.value));
    const { values, secrets, cleared } = read.value;
    const merged = without({ ...before.connection, ...values }, cleared);
    const kept = without(before.secrets, [...cleared, ...Object.keys(secrets)]);
    const redirected = redirects(connector.value, before.connection, merged);
    if (redirected !== undefined && Object.keys(kept).length > 0) {
      const missing = Object.keys(kept)[0];
      const message = `With another '${redirected}' the secret has to be sent again, so that it does not go to a stranger: add '${missing}'.`;
      return fail(refusal("secret_required", message, missing));
    }
    const all = { ...kept, ...seal(deps, sourceId, secrets) };
    const full = complete(connector.value, merged, Object.keys(all));
    if (!full.ok) return full;
    const allowed = await checkHost(deps, connector.value, full.value);
    if (!allowed.ok) return allowed;
    const after: WarehouseSource = { ...before, name: name.value, connection: full.value, secrets: all };
    await store.change(sourceId, { name: after.name, connection: after.connection, secrets: after.secrets });
    await record({
      ...about(scope, sourceId),
      action: "warehouse_source.updated",
      before: audited(before),
      after: { ...audited(after), secrets_changed: [...Object.keys(secrets), ...cleared] },
    });
    return ok(after);
  });
}

/** With `force` the imports of the source go with it; their data stays. */
export function deleteSource(
  deps: SourceDeps,
  scope: ProjectScope,
  sourceId: number,
  force: boolean,
): Promise<Result<undefined, Refusal>> {
  return deps.changes.make<undefined, Refusal>(scope, async (tx, record) => {
    const store = sourcesStore(tx);
    const source = await store.lock(scope.projectId, sourceId);
    if (source === undefined) return fail(unknownSource());
    const deletedAt = new Date(deps.clock.now());
    const imports = await importsStore(tx).ofSource(sourceId);
    if (imports.length > 0 && !force) {
      const message = `Imports ${imports.join(", ")} read from this source. Delete them first, or send ?force=true to delete them with it; their data stays.`;
      return fail(refusal("source_in_use", message));
    }
    for (const importId of imports) {
      await importsStore(tx).change(importId, { deletedAt, nextDispatch: null });
      await runsStore(tx).askToCancel(importId);
    }
    // Nobody needs the secrets any more.
    await store.change(sourceId, { deletedAt, secrets: {} });
    await record({ ...about(scope, sourceId), action: "warehouse_source.deleted", before: audited(source) });
    return ok(undefined);
  });
}

export const unknownSource = () =>
  refusal("source_not_found", "There is no such warehouse source in this project.");
const taken = (name: string) =>
  refusal(
    "duplicate_name",
    `This project has a source called '${name}' already; choose another name.`,
    "source_name",
  );

function readName(name: unknown): Result<string, Refusal> {
  if (typeof name === "string" && name.trim() !== "" && name.length <= NAME_MAX) return ok(name.trim());
  return fail(
    refusal("invalid_field", `'source_name' must be text of 1 to ${NAME_MAX} characters.`, "source_name"),
  );
}

const seal = ({ sealing }: Pick<SourceDeps, "sealing">, id: number, secrets: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [name, sealing.seal(text, aboutSecret(id, name))]),
  );

const without = <Value>(values: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The first field whose change leads elsewhere. */
const redirects = ({ fields }: Connector, before: Values, after: Values): string | undefined =>
  fields.find(({ name, target }) => target && before[name] !== after[name])?.name;

/** A host that is never connected to is refused before it is saved; one that is away is not. */
async function checkHost(
  { outbound }: Pick<SourceDeps, "outbound">,
  { fields }: Connector,
  values: Values,
): Promise<Result<undefined, Refusal>> {
  const host = values.host;
  if (typeof host !== "string" || !fields.some(({ name }) => name === "host")) return ok(undefined);
  const found = await outbound.resolve(host);
  if (found.ok || found.failure.code !== "host_not_allowed") return ok(undefined);
  const message = `The server does not connect to '${host}' (${found.failure.address}). Name the warehouse's own address, or have the operator allow its network with OUTBOUND_NETWORKS.`;
  return fail(refusal("host_not_allowed", message, "host"));
}
