/** What a property belongs to that is looked up: events, or the profile of their user. */
export const SUBJECTS = ["event", "profile"] as const;
export type Subject = (typeof SUBJECTS)[number];

export type Mapping = { subject: Subject; property: string };

export type NamedTable = {
  id: string;
  name: string;
  createdAt: Date;
  mappings: Mapping[];
};
