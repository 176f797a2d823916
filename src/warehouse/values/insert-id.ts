import { hash } from "node:crypto";
import { isPlaceholder } from "../../ingestion/index.ts";
import type { Warn } from "./warnings.ts";

const COLUMN = "$insert_id";
const ALLOWED = /^[A-Za-z0-9-]{1,36}$/;
const ID_LENGTH = 32;

/**
 * The insert id a row brings, fit for the door: what is too long or has other characters is known by its hash. What nobody means as an
 * id, such as `0` or `null`, is none: rows that have it would be taken for copies of each other.
 */
export function insertIdOf(given: unknown, warn: Warn): string | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  const id = typeof given === "object" ? JSON.stringify(given) : String(given);
  const isMeant = !isPlaceholder(id);
  if (isMeant && ALLOWED.test(id)) return id;
  warn("insert_id_normalised", COLUMN);
  return isMeant ? hash("sha256", id, "hex").slice(0, ID_LENGTH) : undefined;
}
