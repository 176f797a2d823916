import { below, expectKeys, expectObject, expectShallow, expectText, expectTexts, Fault } from "./fault.ts";
import { type JsonObject, type MetadataDraft, NAMESPACES, type Namespace } from "./types.ts";

type KeyCheck = (value: unknown, path: string) => unknown;

function expectFlag(value: unknown, path: string): void {
  if (typeof value !== "boolean") throw new Fault(path, "must be true, false or null");
}

function expectContacts(value: unknown, path: string): void {
  // Loosely: whoever keeps a dictionary knows their colleagues' addresses better than a pattern does.
  for (const [index, contact] of expectTexts(value, path).entries())
    if (contact.split("@").length !== 2) throw new Fault(`${path}[${index}]`, "must be an e-mail address");
}

export const PROPERTY_METADATA: Record<string, KeyCheck> = {
  displayName: expectText,
  hidden: expectFlag,
  dropped: expectFlag,
};
export const ENTITY_METADATA: Record<string, KeyCheck> = {
  $source: expectText,
  displayName: expectText,
  tags: expectTexts,
  hidden: expectFlag,
  dropped: expectFlag,
  contacts: expectContacts,
  teamContacts: expectTexts,
};

const NOTHING: JsonObject = {};
const UNSAID: MetadataDraft = { clears: "nothing", keys: NOTHING, foreign: NOTHING };
const CLEARED: MetadataDraft = { ...UNSAID, clears: "all" };
const isNamespace = (key: string): key is Namespace => (NAMESPACES as readonly string[]).includes(key);

/**
 * Reads `metadata` of an entity or a property. Both spellings of our namespace may stand there; key by key the first one counts.
 * A namespace that is null takes away all that was there before in it, `metadata` that is null what was there at all. Other vendors'
 * namespaces are whole: one that is mentioned takes the place of the one before.
 */
export function checkMetadata(
  value: unknown,
  keys: Record<string, KeyCheck>,
  path: string,
): { draft: MetadataDraft; namespace: Namespace | undefined } {
  if (value === undefined || value === null)
    return { draft: value === null ? CLEARED : UNSAID, namespace: undefined };
  const metadata = expectObject(value, path);
  const foreign = Object.entries(metadata).filter(([key]) => !isNamespace(key));
  for (const [key, inner] of foreign) expectShallow(inner, below(path, key));
  const used = NAMESPACES.filter((namespace) => Object.hasOwn(metadata, namespace));
  const said = used.map((namespace) => checkNamespace(metadata[namespace], keys, below(path, namespace)));
  return {
    draft: {
      clears: said.includes(null) ? "own" : "nothing",
      keys: Object.assign({}, ...said.toReversed()),
      foreign: foreign.length === 0 ? NOTHING : Object.fromEntries(foreign),
    },
    namespace: used[0],
  };
}

function checkNamespace(value: unknown, keys: Record<string, KeyCheck>, path: string): JsonObject | null {
  if (value === null) return null;
  const object = expectObject(value, path);
  expectKeys(object, Object.keys(keys), path);
  for (const [key, inner] of Object.entries(object)) if (inner !== null) keys[key]?.(inner, below(path, key));
  return object;
}
