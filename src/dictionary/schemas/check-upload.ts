import { setImmediate as nextTurn } from "node:timers/promises";
import { fail, ok, type Result } from "../../platform/result.ts";
import { checkSchema } from "./check-schema.ts";
import { below, expectKeys, expectName, expectObject, Fault } from "./fault.ts";
import { ENTITY_TYPES, type EntityType, type EntryDraft, type EntryRef } from "./types.ts";

type Invalid<Code extends string> = { code: Code; path: string; wish: string };
export type InvalidUpload = Invalid<"invalid_body">;
export type InvalidRef = Invalid<"invalid_path">;
export type Upload = { entries: EntryDraft[]; truncate: boolean };

/** Entries and properties looked at before others get their turn: 20 MB took 0.2 s without a break. */
const PIECE = 4000;

/** Looks at the whole request before anything is done: one bad entry, and nothing changes. The first fault is told. */
export async function checkUpload(body: unknown): Promise<Result<Upload, InvalidUpload>> {
  const upload = firstFault("invalid_body", () => checkFrame(body));
  if (!upload.ok) return upload;
  const { entries, truncate } = upload.value;
  const drafts: EntryDraft[] = [];
  let looked = 0;
  for (const [index, entry] of entries.entries()) {
    const draft = firstFault("invalid_body", () => checkEntry(entry, `entries[${index}]`));
    if (!draft.ok) return draft;
    drafts.push(draft.value);
    looked += 1 + (draft.value.schema.properties?.length ?? 0);
    if (looked < PIECE) continue;
    looked = 0;
    await nextTurn();
  }
  return ok({ entries: drafts, truncate });
}

function checkFrame(body: unknown): { entries: unknown[]; truncate: boolean } {
  const upload = expectObject(body, "");
  expectKeys(upload, ["entries", "truncate"], "");
  const { entries, truncate = null } = upload;
  if (entries === undefined) throw new Fault("entries", "is required");
  if (!Array.isArray(entries)) throw new Fault("entries", "must be a list of entries");
  if (truncate !== null && typeof truncate !== "boolean")
    throw new Fault("truncate", "must be true or false");
  return { entries, truncate: truncate ?? false };
}

/** A schema by itself, for the entry that the path names. */
export const checkOne = (ref: EntryRef, body: unknown): Result<EntryDraft, InvalidUpload> =>
  firstFault("invalid_body", () => ({ ...ref, schema: checkSchema(body, "") }));

/** The entry that a path or a query names. */
export const checkRef = (
  entityType: string,
  name: string,
  nameField = "name",
): Result<EntryRef, InvalidRef> =>
  firstFault("invalid_path", () => ({
    entityType: expectEntityType(entityType, "entityType"),
    name: expectName(name, nameField),
  }));

export const checkEntityType = (entityType: string): Result<EntityType, InvalidRef> =>
  firstFault("invalid_path", () => expectEntityType(entityType, "entityType"));

const ENTRY_KEYS = ["entityType", "name", "schemaJson"];

function checkEntry(value: unknown, path: string): EntryDraft {
  const entry = expectObject(value, path);
  expectKeys(entry, ENTRY_KEYS, path);
  for (const key of ENTRY_KEYS)
    if (!Object.hasOwn(entry, key)) throw new Fault(below(path, key), "is required");
  return {
    entityType: expectEntityType(entry.entityType, below(path, "entityType")),
    name: expectName(entry.name, below(path, "name")),
    schema: checkSchema(entry.schemaJson, below(path, "schemaJson")),
  };
}

function expectEntityType(value: unknown, path: string): EntityType {
  const type = ENTITY_TYPES.find((known) => known === value);
  if (type === undefined) throw new Fault(path, `must be one of ${ENTITY_TYPES.join(", ")}`);
  return type;
}

function firstFault<Value, Code extends string>(
  code: Code,
  check: () => Value,
): Result<Value, Invalid<Code>> {
  try {
    return ok(check());
  } catch (thrown) {
    if (thrown instanceof Fault) return fail({ code, path: thrown.path, wish: thrown.wish });
    throw thrown;
  }
}
