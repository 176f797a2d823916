import { JOB_STATES } from "./types.ts";

/** What the migration service answers, for the OpenAPI document and the clients made from it. */
type Schema = Record<string, unknown>;

/** An object whose fields are all there. */
export const object = (properties: Schema, optional: Schema = {}): Schema => ({
  type: "object",
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const list = (items: Schema): Schema => ({ type: "array", items });
const text = { type: "string" };
const count = { type: "integer" };
const flag = { type: "boolean" };
const moment = { type: "string", format: "date-time" };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const counts = { type: "object", additionalProperties: count };

export const envelope = (results: unknown): Schema => object({ status: { const: "ok" }, results });

const PROFILES = object({ seen: count, loaded: count, failed: count }, { would_load: count });

const PLAN = object(
  {
    by_day: list(object({ day: text, events: count })),
    by_event: list(object({ event: text, events: count })),
    properties: list(object({ event: text, property: text, types: counts })),
    properties_cut: flag,
    exported_bytes: count,
    expected_seconds: count,
  },
  { usage_this_month: object({ before: count, after: count }) },
);

const JOB_FIELDS: [Schema, Schema] = [
  {
    job_id: text,
    source_tool: text,
    beta: flag,
    state: { type: "string", enum: [...JOB_STATES] },
    dry_run: flag,
    options: object({
      region: { type: "string", enum: ["US", "EU", "IN"] },
      events_only: flag,
      profiles_only: flag,
      user_id_property: orNull(text),
      map_experiments: flag,
    }),
    start_date: text,
    end_date: text,
    range_basis: text,
    complete_through: moment,
    events: object(
      {
        exported: count,
        transformed: count,
        loaded: count,
        duplicates: count,
        skipped: count,
        failed: count,
        in_flight: count,
      },
      { would_load: count },
    ),
    profiles: PROFILES,
    slices: object({ total: count, done: count, empty: count, failed: count }),
    over_limit: flag,
    percent: count,
    rate: orNull(object({ events_per_second: count, eta_seconds: orNull(count) })),
    errors: list(object({ slice: orNull(text), code: text, message: text }, { line: count })),
    errors_total: count,
    warnings: list(text),
    progress_url: text,
    message: text,
    created: moment,
    started: orNull(moment),
    finished: orNull(moment),
  },
  { plan: PLAN },
];
export const JOB = object(...JOB_FIELDS);
export const STARTED_JOB = object(JOB_FIELDS[0], {
  ...JOB_FIELDS[1],
  job_secret: {
    ...text,
    description:
      "Follows and changes the job, as the header `X-Job-Secret`. Shown here once; absent when the request was repeated.",
  },
});

export const CERTIFICATE = object({
  job_id: text,
  source_tool: text,
  project_id: count,
  range: object({ from: moment, before: moment }),
  made_at: moment,
  totals: object({ exported: count, stored: count, duplicates: count, not_taken: counts }),
  profiles: PROFILES,
  slices: list(object({ from: moment, before: moment, state: text, exported: count })),
  lines: list(
    object({
      day: text,
      event: text,
      exported: count,
      stored: count,
      duplicates: count,
      not_taken: counts,
      checksum: text,
    }),
  ),
  store_holds: count,
  store_erased: count,
  digest: text,
});

export const VERIFICATION = object({
  verified: flag,
  digest_holds: flag,
  as_of: moment,
  differences: list(object({ day: text, event: text, certified: count, held: count })),
  erased_since: count,
});
