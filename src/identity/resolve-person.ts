import type { EventStore } from "../events/index.ts";

export type LinksReader = Pick<EventStore, "resolveIds">;

/** The id a person goes by, whichever of the person's ids is given. */
export async function resolvePerson(
  store: LinksReader,
  projectId: number,
  distinctId: string,
): Promise<string> {
  return (await store.resolveIds(projectId, [distinctId])).get(distinctId) ?? distinctId;
}

/** The same for many, each person once. */
export async function resolvePersons(
  store: LinksReader,
  projectId: number,
  distinctIds: readonly string[],
): Promise<string[]> {
  const resolved = await store.resolveIds(projectId, distinctIds);
  return [...new Set(distinctIds.map((id) => resolved.get(id) ?? id))];
}
