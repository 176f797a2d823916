/** What the dictionary must hold after some uploads, said once more and as shortly as can be. Knows nothing of how it is stored. */
export type Json = { [key: string]: unknown };
export type ModelEntry = { entityType: string; name: string; schemaJson: Json };
type Stored = { entry: ModelEntry; namespace: string };
export type Model = Map<string, Stored>;

const OURS = ["com.mixpanel", "com.service"];

export function upload(model: Model, entries: readonly ModelEntry[], truncate: boolean): void {
  if (truncate) model.clear();
  for (const { entityType, name, schemaJson } of entries) {
    const key = `${entityType}/${name}`;
    const old = model.get(key);
    const used = OURS.filter((namespace) => JSON.stringify(schemaJson).includes(`"${namespace}":`)).at(-1);
    const namespace = used ?? old?.namespace ?? "com.service";
    const merged = merge(old?.entry.schemaJson, schemaJson, namespace);
    if (merged.properties) {
      const before = old?.entry.schemaJson.properties as { [name: string]: Json } | undefined;
      merged.properties = Object.fromEntries(
        Object.entries(merged.properties).map(([name, value]) => [
          name,
          merge(before && Object.hasOwn(before, name) ? before[name] : undefined, value, namespace),
        ]),
      );
    }
    model.set(key, { entry: { entityType, name, schemaJson: merged }, namespace });
  }
}

function merge(old: Json | undefined, { metadata, ...rest }: Json, namespace: string): Json {
  const said = (metadata ?? {}) as { [namespace: string]: Json | null };
  const kept = OURS.map((ours) => ((old?.metadata ?? {}) as Json)[ours]).find(Boolean);
  const cleared = metadata === null || OURS.some((ours) => said[ours] === null);
  const all = Object.assign({}, cleared ? {} : kept, ...OURS.map((ours) => said[ours]));
  const left = Object.entries(all).filter(([, value]) => value !== null);
  const { description, ...others } = rest;
  return {
    ...others,
    ...(description === null || description === undefined ? {} : { description }),
    ...(left.length === 0 ? {} : { metadata: { [namespace]: Object.fromEntries(left) } }),
  };
}
