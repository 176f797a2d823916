import { createHash } from "node:crypto";
import type { TranslateContext, Translated } from "../../origin.ts";
import { type Plain, setOwn } from "../plain.ts";

/** What the server added on its way out, and adds again here. */
const ADDED = new Set([
  "mp_processing_time_ms",
  "$import",
  "$source",
  "$migration_job_id",
  "$distinct_id_before_identity",
]);
/** 1971. A smaller number is seconds: no second of an event is as large. */
const EARLIEST_MS = 31_536_000_000;
/** The last moment a date can hold. */
const LATEST_MS = 8_640_000_000_000_000;
const INSERT_ID = /^[A-Za-z0-9-]{1,36}$/;

/** A line of a raw export, or a profile. */
export function translateMixpanel(given: unknown, { options }: TranslateContext): Translated {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return { skip: "not_an_object" };
  const line = given as Plain;
  if (Object.hasOwn(line, "$distinct_id")) return profileOf(line);
  const { event, properties } = line;
  if (typeof event !== "string" || event === "") return { skip: "event_type_missing" };
  if (typeof properties !== "object" || properties === null || Array.isArray(properties))
    return { skip: "no_id" };
  const from = properties as Plain;
  const timeMs = typeof from.time === "number" ? toMilliseconds(from.time) : Number.NaN;
  if (!(timeMs <= LATEST_MS)) return { skip: "time_missing" };
  if (timeMs < EARLIEST_MS) return { skip: "time_too_early" };
  const kept: Plain = {};
  for (const [name, value] of Object.entries(from)) {
    if (ADDED.has(name) || name.startsWith("$mp_api_")) continue;
    if (name === "__proto__") setOwn(kept, name, value);
    else kept[name] = value;
  }
  kept.time = timeMs;
  // Whose event it turned out to be is worked out here again; copies are told by the id it came with.
  const own = from.$distinct_id_before_identity ?? from.distinct_id;
  if (own === undefined && from.$device_id === undefined) return { skip: "no_id" };
  if (own !== undefined) kept.distinct_id = own;
  const named = options.userIdProperty === null ? undefined : from[options.userIdProperty];
  if (typeof named === "string" && named !== "") Object.assign(kept, { $user_id: named, distinct_id: named });
  kept.$insert_id = insertIdOf(event, kept);
  return { event: { event, properties: kept } };
}

const toMilliseconds = (time: number): number =>
  Math.round(Math.abs(time) < EARLIEST_MS ? time * 1000 : time);

function insertIdOf(event: string, { $insert_id: given, time, distinct_id: distinctId }: Plain): string {
  if (typeof given === "string" && INSERT_ID.test(given)) return given;
  const text = [event, String(time), String(distinctId), String(given ?? "")].join("\u001f");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function profileOf({ $distinct_id: id, $properties: given }: Plain): Translated {
  if (typeof id !== "string" && typeof id !== "number") return { skip: "no_id" };
  const properties: Plain =
    typeof given === "object" && given !== null && !Array.isArray(given) ? { ...(given as Plain) } : {};
  const seen = properties.$last_seen;
  delete properties.$last_seen;
  // Without a time it yields to everything that has one.
  const seenMs =
    typeof seen === "string" ? Date.parse(/Z|[+-]\d\d:?\d\d$/.test(seen) ? seen : `${seen}Z`) : Number.NaN;
  const asOfMs = Number.isNaN(seenMs) ? 1 : seenMs;
  return { skip: "profile", user: { userId: String(id), asOfMs, createdMs: null, properties } };
}
