import type { DetailedProfile, ProfilesReader } from "./profiles-reader.ts";

/** The id a person goes by, whichever of the person's ids is given. Links are known elsewhere. */
export type ResolveId = (projectId: number, id: string) => Promise<string>;

/** A person's profile, also by the id of a device that has become the person's; a profile of that very id comes first. */
export async function findPerson(
  reader: Pick<ProfilesReader, "find">,
  resolve: ResolveId,
  projectId: number,
  id: string,
): Promise<DetailedProfile | undefined> {
  const own = await reader.find(projectId, { groupKey: "", id });
  if (own !== undefined) return own;
  const personId = await resolve(projectId, id);
  return personId === id ? undefined : reader.find(projectId, { groupKey: "", id: personId });
}
