import { parseProperties } from "../../profiles/index.ts";
import type { Verifying } from "./verifying.ts";

type Properties = ReturnType<typeof parseProperties>;

/** What the profiles of these ids hold now, by id. A device that has become a person's stands for that person, as in updates. */
export async function profilesOf(
  { deps, import: { projectId, kind, mapping } }: Pick<Verifying, "deps" | "import">,
  ids: readonly string[],
): Promise<Map<string, Properties>> {
  const groupKey = kind === "groups" ? (mapping.group_key ?? "") : "";
  const devices = groupKey === "" ? ids.filter((id) => id.startsWith("$device:")) : [];
  const persons =
    devices.length === 0 ? new Map<string, string>() : await deps.store.resolveIds(projectId, devices);
  const wanted = ids.map((id) => [id, persons.get(id) ?? id] as const);
  const stored = await deps.profiles.findMany(projectId, groupKey, [
    ...new Set(wanted.map(([, own]) => own)),
  ]);
  const byId = new Map(stored.map(({ id, text }) => [id, parseProperties(text)]));
  const found = new Map<string, Properties>();
  for (const [id, own] of wanted) {
    const properties = byId.get(own);
    if (properties !== undefined) found.set(id, properties);
  }
  return found;
}
