import { setImmediate as nextTurn } from "node:timers/promises";
import type { entriesStore, SummaryRow } from "../schemas/entries-store.ts";
import { toSchema } from "../schemas/entry-row.ts";
import type { Property } from "../schemas/types.ts";

/** What the schemas of all events say of one property. */
export type DeclaredProperty = {
  displayName: string | undefined;
  description: string | undefined;
  types: Set<string>;
  hiddenIn: number;
  droppedIn: number;
  /** Events whose schemas have it, by name. */
  events: string[];
};

export type DeclaredProperties = {
  of(projectId: number): Promise<ReadonlyMap<string, DeclaredProperty>>;
};

/** Names told apart in one project; a dictionary has a million properties at most, nearly all of them the same few. */
const NAMES_MAX = 100_000;
const PROJECTS_MAX = 5;

/** The declared properties of events, by name, read anew when the dictionary has changed. */
export function createDeclaredProperties(
  entries: Pick<ReturnType<typeof entriesStore>, "findRevision" | "listChanged">,
): DeclaredProperties {
  const known = new Map<number, { revision: number; properties: Map<string, DeclaredProperty> }>();

  async function read(projectId: number): Promise<Map<string, DeclaredProperty>> {
    const properties = new Map<string, DeclaredProperty>();
    for (let after: SummaryRow | undefined; ; ) {
      const page = await entries.listChanged(projectId, -1, after);
      for (const row of page) {
        if (!row.is_present || row.entity_type !== "event") continue;
        for (const [name, property] of Object.entries(toSchema(row).properties ?? {}))
          note(properties, row.name, name, property);
      }
      after = page.at(-1);
      if (after === undefined) return properties;
      await nextTurn();
    }
  }

  return {
    async of(projectId) {
      // Before the entries: what changes meanwhile is read once more the next time.
      const revision = await entries.findRevision(projectId);
      const last = known.get(projectId);
      if (last?.revision === revision) return last.properties;
      const properties = await read(projectId);
      if (known.size >= PROJECTS_MAX) known.clear();
      known.set(projectId, { revision, properties });
      return properties;
    },
  };
}

function note(
  properties: Map<string, DeclaredProperty>,
  event: string,
  name: string,
  { definition, metadata }: Property,
): void {
  let known = properties.get(name);
  if (known === undefined) {
    if (properties.size >= NAMES_MAX) return;
    known = {
      ...{ displayName: undefined, description: undefined },
      types: new Set(),
      hiddenIn: 0,
      droppedIn: 0,
      events: [],
    };
    properties.set(name, known);
  }
  known.displayName ??= metadata.displayName;
  if (typeof definition.description === "string") known.description ??= definition.description;
  if (typeof definition.type === "string") known.types.add(definition.type);
  if (metadata.hidden === true) known.hiddenIn += 1;
  if (metadata.dropped === true) known.droppedIn += 1;
  known.events.push(event);
}
