import { type Static, Type } from "typebox";
import { moment, nullable } from "../http/index.ts";
import { parseProperties } from "./profile-text.ts";
import type { DetailedProfile, StoredProfile } from "./profiles-reader.ts";

const properties = Type.Record(Type.String(), Type.Unknown(), {
  description: "Latest value of each property. `$last_seen` is kept by the server.",
});
const updatedAt = moment("When the profile was last changed here.");
const next = nullable(
  Type.String({ description: "Pass it as `after` for the next page; null when this is the last." }),
);

export const PersonView = Type.Object({
  distinct_id: Type.String(),
  properties,
  as_of: Type.Record(Type.String(), Type.String(), {
    description: "When each value was true, as its update said, or when that arrived.",
  }),
  updated_at: updatedAt,
});
export const PersonList = Type.Object({
  profiles: Type.Array(Type.Object({ distinct_id: Type.String(), properties, updated_at: updatedAt })),
  next,
});
export const GroupView = Type.Object({
  group_key: Type.String(),
  group_id: Type.String(),
  properties,
  as_of: PersonView.properties.as_of,
  updated_at: updatedAt,
});
export const GroupList = Type.Object({
  profiles: Type.Array(
    Type.Object({ group_key: Type.String(), group_id: Type.String(), properties, updated_at: updatedAt }),
  ),
  next,
});

const details = ({ properties, asOf, updatedAt }: DetailedProfile) => ({
  properties,
  as_of: Object.fromEntries([...asOf].map(([name, ms]) => [name, new Date(ms).toISOString()])),
  updated_at: updatedAt.toISOString(),
});
const summary = ({ text, updatedAt }: StoredProfile) => ({
  properties: parseProperties(text),
  updated_at: updatedAt.toISOString(),
});

export const toPersonView = (profile: DetailedProfile): Static<typeof PersonView> => ({
  distinct_id: profile.id,
  ...details(profile),
});
export const toGroupView = (groupKey: string, profile: DetailedProfile): Static<typeof GroupView> => ({
  group_key: groupKey,
  group_id: profile.id,
  ...details(profile),
});

export type ProfilePage = { profiles: StoredProfile[]; next: string | null };

export const toPersonList = ({ profiles, next }: ProfilePage): Static<typeof PersonList> => ({
  profiles: profiles.map((profile) => ({ distinct_id: profile.id, ...summary(profile) })),
  next,
});
export const toGroupList = (groupKey: string, { profiles, next }: ProfilePage): Static<typeof GroupList> => ({
  profiles: profiles.map((profile) => ({ group_key: groupKey, group_id: profile.id, ...summary(profile) })),
  next,
});
