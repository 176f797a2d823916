import { wrongHost } from "../../platform/outbound/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ConnectionField, Connector } from "../connector.ts";
import { findConnector, WAREHOUSE_TYPES } from "../connectors/registry.ts";
import { type Refusal, refusal } from "../refusal.ts";

export type Values = Record<string, string | number | boolean>;
export type Given = {
  connector: Connector;
  values: Values;
  secrets: Record<string, string>;
  cleared: string[];
};

const TEXT_MAX = 65_536;
/** Said about a source, not about its connection. */
const NOT_CONNECTION = ["source_name", "warehouse_type", "params"];

/** A body as clients send it: one flat object, or the connection's values in `params`. */
export function flatten(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { params } = body;
  const inner = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
  return { ...inner, ...body };
}

export function connectorFor(type: unknown): Result<Connector, Refusal> {
  if (typeof type !== "string") {
    return fail(
      refusal(
        "missing_field",
        `Name the kind of warehouse: ${WAREHOUSE_TYPES.join(", ")}.`,
        "warehouse_type",
      ),
    );
  }
  const connector = findConnector(type);
  if (connector === "not_built_yet") {
    return fail(
      refusal("not_built_yet", `${type} cannot be connected yet; it is not built.`, "warehouse_type"),
    );
  }
  if (connector !== undefined) return ok(connector);
  const message = `There is no kind of warehouse called '${type}'. Use one of ${WAREHOUSE_TYPES.join(", ")}.`;
  return fail(refusal("unknown_warehouse_type", message, "warehouse_type"));
}

/** What was given of a connector's fields, checked one by one. Keys that mean nothing are answered for by name. */
export function readGiven(
  connector: Connector,
  body: Readonly<Record<string, unknown>>,
): Result<Given, Refusal> {
  const given: Given = { connector, values: {}, secrets: {}, cleared: [] };
  for (const [name, sent] of Object.entries(body)) {
    if (NOT_CONNECTION.includes(name) || sent === undefined) continue;
    const field = connector.fields.find((known) => known.name === name);
    if (field === undefined) {
      const names = connector.fields.map((known) => known.name).join(", ");
      return fail(
        refusal(
          "invalid_field",
          `'${name}' is not known of ${connector.label}; remove it. Known are ${names}.`,
          name,
        ),
      );
    }
    if (sent === null) {
      given.cleared.push(name);
      continue;
    }
    const value = field.kind === "json" && typeof sent === "object" ? JSON.stringify(sent) : sent;
    const wrong = wish(field, value);
    if (wrong !== undefined) return fail(refusal("invalid_field", `'${name}' ${wrong}.`, name));
    if (field.secret) given.secrets[name] = String(value);
    else given.values[name] = value as string | number | boolean;
  }
  return ok(given);
}

/** All that has to be there is; presets fill the rest. */
export function complete(
  connector: Connector,
  values: Values,
  secretNames: readonly string[],
): Result<Values, Refusal> {
  const full: Values = { ...values };
  for (const { name, required, preset, secret, sentence } of connector.fields) {
    if (full[name] === undefined && preset !== undefined) full[name] = preset;
    const isThere = secret ? secretNames.includes(name) : full[name] !== undefined;
    if (required && !isThere)
      return fail(refusal("missing_field", `'${name}' is required: ${sentence}`, name));
  }
  return ok(full);
}

function wish(field: ConnectionField, value: unknown): string | undefined {
  switch (field.kind) {
    case "port":
      return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536
        ? undefined
        : "must be a whole number from 1 to 65535";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "choice":
      return typeof value === "string" && field.choices?.includes(value)
        ? undefined
        : `must be one of ${field.choices?.join(", ")}`;
    case "host":
      return typeof value === "string" && value !== "" ? wrongHost(value) : "must be text that is not empty";
    case "json":
    case "text":
      if (typeof value !== "string" || value === "") return "must be text that is not empty";
      if (value.includes("\0")) return "must not hold a NUL character";
      return value.length <= TEXT_MAX ? undefined : `must not be longer than ${TEXT_MAX} characters`;
  }
}
