import { csvLine } from "../../platform/csv-cell.ts";
import type { MergedEntry } from "../page/list-entries.ts";
import type { Entry, EntryRef, Property } from "../schemas/types.ts";

/** The columns of a dictionary as CSV. A line without a property is about the entity. Those after `source` are only for reading. */
export const COLUMNS = [
  ...["entityType", "entityName", "propertyName", "displayName", "description", "type", "example"],
  ...["tags", "owners", "teamOwners", "hidden", "dropped", "source"],
  ...["volume30d", "queries30d", "firstSeen", "lastSeen"],
] as const;

export type Cells = Partial<Record<string, string>>;

/** One entry: its own line, then one for each of its properties. */
export function* entryLines(
  { entityType, name, schema }: Entry,
  seen: MergedEntry["seen"],
): Generator<string> {
  const { keys, metadata, properties = {} } = schema;
  const of = { entityType, entityName: name };
  yield writeLine({
    ...of,
    displayName: textOf(metadata.displayName),
    description: textOf(keys.description),
    tags: writeList(metadata.tags),
    owners: writeList(metadata.contacts),
    teamOwners: writeList(metadata.teamContacts),
    hidden: textOf(metadata.hidden),
    dropped: textOf(metadata.dropped),
    source: textOf(metadata.$source),
    ...seenCells(seen),
  });
  for (const [property, declared] of Object.entries(properties))
    yield writeLine({ ...of, propertyName: property, ...propertyCells(declared) });
}

/** An event that has no schema: there is nothing to say but that it arrives. */
export const undeclaredLine = ({ entityType, name, seen }: MergedEntry): string =>
  writeLine({ entityType, entityName: name, ...seenCells(seen) });

/** A property that nobody declared: read back, such a line changes nothing. */
export const undeclaredPropertyLine = (
  { entityType, name }: EntryRef,
  property: string,
  seen: { recent: number; lastMs: number | undefined },
): string =>
  writeLine({
    ...{ entityType, entityName: name, propertyName: property, volume30d: String(seen.recent) },
    ...(seen.lastMs === undefined ? {} : { lastSeen: new Date(seen.lastMs).toISOString() }),
  });

const propertyCells = ({ definition, metadata }: Property): Cells => ({
  displayName: textOf(metadata.displayName),
  description: textOf(definition.description),
  type: textOf(definition.type),
  example: exampleCell(definition),
  hidden: textOf(metadata.hidden),
  dropped: textOf(metadata.dropped),
});

/** The first example; a text as it is, unless it would be read as something else. */
export function exampleCell({ examples }: Property["definition"]): string {
  const [first] = Array.isArray(examples) ? examples : [];
  if (first === undefined) return "";
  return typeof first === "string" && readExample(first) === first ? first : JSON.stringify(first);
}

export function readExample(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

const seenCells = (seen: MergedEntry["seen"]): Cells =>
  seen === undefined
    ? {}
    : {
        volume30d: String(seen.recent),
        firstSeen: new Date(seen.firstMs).toISOString(),
        lastSeen: new Date(seen.lastMs).toISOString(),
      };

const textOf = (value: unknown): string => (value === undefined ? "" : String(value));

/** Joined by semicolons; one that is part of an item stands behind a backslash. */
export const writeList = (items: unknown): string =>
  Array.isArray(items) ? items.map((item: string) => item.replace(/[\\;]/g, "\\$&")).join(";") : "";

const SEMICOLON = 59;
const BACKSLASH = 92;

/** A backslash at the very end has nothing to escape and stays what it is. */
export function readList(cell: string): string[] {
  if (cell === "") return [];
  const items: string[] = [];
  let item = "";
  let from = 0;
  for (let at = 0; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    if (code === SEMICOLON) {
      items.push(item + cell.slice(from, at));
      item = "";
      from = at + 1;
    } else if (code === BACKSLASH && at + 1 < cell.length) {
      item += cell.slice(from, at);
      from = at + 1;
      at += 1;
    }
  }
  items.push(item + cell.slice(from));
  return items;
}

export const writeLine = (cells: Cells): string => csvLine(COLUMNS.map((column) => cells[column]));
