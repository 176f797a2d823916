import type { SeenProperty } from "./seen-properties.ts";

/** What is known of profiles, from the room that has them. */
export type ProfileSource = {
  /** The kinds there are: an empty text for people, else the group key. */
  groupKeys(projectId: number): Promise<string[]>;
  properties(
    projectId: number,
    groupKey: string,
  ): Promise<ReadonlyMap<string, { count: number; types: string[]; samples: unknown[] }>>;
};

/** The same under the names of the dictionary. */
export type SeenProfiles = {
  names(projectId: number): Promise<string[]>;
  properties(projectId: number, name: string): Promise<ReadonlyMap<string, SeenProperty>>;
};

/** Schemas call the profiles of people so. */
const PEOPLE = "$user";

export const createSeenProfiles = (source: ProfileSource): SeenProfiles => ({
  names: async (projectId) => (await source.groupKeys(projectId)).map((key) => (key === "" ? PEOPLE : key)),
  async properties(projectId, name) {
    const found = await source.properties(projectId, name === PEOPLE ? "" : name);
    return new Map(
      [...found].map(([property, { count, types, samples }]) => [
        property,
        { firstMs: undefined, lastMs: undefined, recent: count, types, samples },
      ]),
    );
  },
});
