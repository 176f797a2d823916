import { fail, ok, type Result } from "../../platform/result.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { ImportKind, Mapping } from "../types.ts";
import { isTaken } from "../values/taken-names.ts";

type Body = Readonly<Record<string, unknown>>;

const NAME_MAX = 255;
const LOOKBACK_PRESET_S = 600;
const LOOKBACK_MAX_S = 2_592_000;
const COLUMNS_MAX = 2000;

const COLUMN_FIELDS = [
  "event_name",
  "event_column_name",
  "time_column_name",
  "user_column_name",
  "device_column_name",
  "company_column_name",
  "json_properties_column_name",
  "insert_time_column_name",
  "group_key",
  "group_id_column",
  "property_key_column_name",
] as const;

/** What each kind of import cannot do without. */
const REQUIRED: Record<ImportKind, readonly string[]> = {
  event_stream: ["time_column_name"],
  people: ["user_column_name"],
  groups: ["group_key", "group_id_column"],
  lookup_table: ["property_key_column_name"],
};

/** Keys that mean something in the body of an import; any other is passed over, and told. */
export const KNOWN_FIELDS: readonly string[] = [
  ...COLUMN_FIELDS,
  ...["import_type", "warehouse_source_id", "table_params", "sync_mode", "run_every", "databricks_params"],
  ...["property_mappings", "excluded_columns", "primary_key_columns", "lookback_seconds", "sync_window"],
  ...["assert_time_not_null", "null_handling", "service_property", "mixpanel_property", "limit"],
];

export function readMapping(kind: ImportKind, body: Body): Result<Mapping, Refusal> {
  const columns: Partial<Record<(typeof COLUMN_FIELDS)[number], string | null>> = {};
  for (const name of COLUMN_FIELDS) {
    const value = body[name] ?? null;
    if (value !== null && (typeof value !== "string" || value === "" || value.length > NAME_MAX)) {
      return fail(
        refusal("invalid_field", `'${name}' must be a name of 1 to ${NAME_MAX} characters, or null.`, name),
      );
    }
    columns[name] = value;
  }
  for (const name of REQUIRED[kind]) {
    if ((body[name] ?? null) === null) return fail(refusal("missing_field", `'${name}' is required.`, name));
  }
  const renames = readRenames(body.property_mappings ?? null);
  if (!renames.ok) return renames;
  const excluded = readNames(body.excluded_columns, "excluded_columns");
  if (!excluded.ok) return excluded;
  const key = readNames(body.primary_key_columns, "primary_key_columns");
  if (!key.ok) return key;
  const window = readWindow(body.sync_window ?? null);
  if (!window.ok) return window;
  const lookback = body.lookback_seconds ?? LOOKBACK_PRESET_S;
  if (!Number.isInteger(lookback) || Number(lookback) < 0 || Number(lookback) > LOOKBACK_MAX_S) {
    const message = `'lookback_seconds' must be a whole number from 0 to ${LOOKBACK_MAX_S}.`;
    return fail(refusal("invalid_field", message, "lookback_seconds"));
  }
  const property = kind === "lookup_table" ? readLookupProperty(body) : ok(null);
  if (!property.ok) return property;
  const none = Object.fromEntries(COLUMN_FIELDS.map((name) => [name, null])) as Record<
    (typeof COLUMN_FIELDS)[number],
    null
  >;
  return ok({
    ...none,
    ...columns,
    property_mappings: renames.value,
    excluded_columns: excluded.value,
    primary_key_columns: key.value,
    lookback_seconds: Number(lookback),
    sync_window: window.value,
    assert_time_not_null: body.assert_time_not_null === true,
    service_property: property.value,
    null_handling: body.null_handling === "unset" ? "unset" : "keep",
  });
}

function readRenames(given: unknown): Result<Record<string, string> | null, Refusal> {
  if (given === null) return ok(null);
  const wrong = (message: string, field = "property_mappings") =>
    fail(refusal("invalid_field", message, field));
  if (typeof given !== "object" || Array.isArray(given)) {
    return wrong(
      "'property_mappings' must be an object of column names and the properties they become, or null.",
    );
  }
  const targets = new Set<string>();
  for (const [column, target] of Object.entries(given)) {
    const field = `property_mappings.${column}`;
    if (typeof target !== "string" || target === "" || target.length > NAME_MAX) {
      return wrong(`'${field}' must be a property name of 1 to ${NAME_MAX} characters.`, field);
    }
    if (isTaken(target) || target === "event") {
      return fail(
        refusal(
          "reserved_property",
          `No column can become '${target}': that name is taken. Choose another.`,
          field,
        ),
      );
    }
    if (targets.has(target)) {
      return fail(
        refusal("duplicate_target", `Two columns cannot both become '${target}'; rename one of them.`, field),
      );
    }
    targets.add(target);
  }
  return ok(given as Record<string, string>);
}

function readNames(given: unknown, field: string): Result<string[], Refusal> {
  if (given === undefined || given === null) return ok([]);
  const isList =
    Array.isArray(given) &&
    given.length <= COLUMNS_MAX &&
    given.every((name) => typeof name === "string" && name !== "");
  return isList
    ? ok(given)
    : fail(refusal("invalid_field", `'${field}' must be a list of column names.`, field));
}

function readWindow(given: unknown): Result<Mapping["sync_window"], Refusal> {
  if (given === null) return ok(null);
  if (typeof given === "object" && !Array.isArray(given)) {
    const { from = null, to = null } = given as Record<string, unknown>;
    const moments = [from, to].map(readMoment);
    if (moments.every((moment) => moment !== undefined) && !(from === null && to === null)) {
      const [start = null, end = null] = moments;
      if (start === null || end === null || start < end) return ok({ from: start, to: end });
    }
  }
  const message =
    "'sync_window' must be an object with 'from' and 'to', each a date or a moment such as 2026-01-31T00:00:00Z or null, 'from' before 'to'.";
  return fail(refusal("invalid_field", message, "sync_window"));
}

/** As an ISO moment in UTC; null stays, undefined is none. */
function readMoment(given: unknown): string | null | undefined {
  if (given === null) return null;
  const [, day] = typeof given === "string" ? (/^(\d{4}-\d\d-\d\d)/.exec(given) ?? []) : [];
  // There is no year 0 in most warehouses, and no 31st of February, which would be taken for a day in March.
  if (day === undefined || day < "0001" || dayOf(Date.parse(day)) !== day) return undefined;
  const ms = Date.parse(String(given));
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

const dayOf = (ms: number): string | undefined =>
  Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 10);

function readLookupProperty(body: Body): Result<Mapping["service_property"], Refusal> {
  const given = body.service_property ?? body.mixpanel_property;
  const {
    value,
    resourceType,
    customPropertyId = null,
  } = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  const isRight =
    typeof value === "string" &&
    value !== "" &&
    value.length <= NAME_MAX &&
    (resourceType === "event" || resourceType === "user") &&
    (customPropertyId === null || Number.isInteger(customPropertyId));
  if (isRight) return ok({ value, resourceType, customPropertyId: customPropertyId as number | null });
  const message =
    "'service_property' must be an object with 'value', the property that is looked up, and 'resourceType', which is \"event\" or \"user\".";
  return fail(refusal(given === undefined ? "missing_field" : "invalid_field", message, "service_property"));
}
