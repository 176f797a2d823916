import type { Metadata } from "../schemas/types.ts";
import { type Summaries, summaryKey } from "./summaries.ts";

/** What people say about a name, for lists to choose from. */
export type NameMarks = {
  displayName: string | null;
  isHidden: boolean;
  tags: readonly string[];
  contacts: readonly string[];
  teamContacts: readonly string[];
};

export type NameDictionary = {
  /** By event; of events without a schema nothing is said. */
  events(projectId: number): Promise<ReadonlyMap<string, NameMarks>>;
  /** By property: of one event, or of all. Over all events a property is hidden where any event's schema hides it. */
  properties(projectId: number, event?: string): Promise<ReadonlyMap<string, NameMarks>>;
};

export const createNameDictionary = (summaries: Summaries): NameDictionary => ({
  async events(projectId) {
    const declared = [...(await summaries.of(projectId)).values()];
    const events = declared.filter(({ entityType }) => entityType === "event");
    return new Map(events.map(({ name, metadata }) => [name, toMarks(metadata)]));
  },
  async properties(projectId, event) {
    const declared = await summaries.of(projectId);
    const one =
      event === undefined ? undefined : declared.get(summaryKey({ entityType: "event", name: event }));
    const wanted = event === undefined ? [...declared.values()] : one ? [one] : [];
    const marks = new Map<string, NameMarks>();
    for (const { entityType, markedProperties } of wanted) {
      if (entityType !== "event") continue;
      for (const [name, metadata] of markedProperties) {
        const known = marks.get(name);
        const said = toMarks(metadata);
        marks.set(name, {
          ...said,
          displayName: known?.displayName ?? said.displayName,
          isHidden: said.isHidden || (known?.isHidden ?? false),
        });
      }
    }
    return marks;
  },
});

const toMarks = (metadata: Metadata): NameMarks => ({
  displayName: metadata.displayName ?? null,
  isHidden: metadata.hidden ?? false,
  tags: listOf(metadata.tags),
  contacts: listOf(metadata.contacts),
  teamContacts: listOf(metadata.teamContacts),
});

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
