import { fail, ok, type Result } from "../../platform/result.ts";
import { applyEdit, type EntryEdit, type PropertyEdit } from "../page/apply-edit.ts";
import type { JsonObject, Property, Schema } from "../schemas/types.ts";
import { type Cells, exampleCell, readExample, readList, writeList } from "./csv-format.ts";
import { type CsvFault, type CsvLine, typeOfCell } from "./read-csv.ts";

/**
 * The schema of an entry after the lines about it. A line overwrites all it has columns for, an empty cell takes away; properties
 * without a line stay. A line that says nothing about something that is not declared declares nothing.
 */
export function applyLines(
  stored: Schema | undefined,
  lines: readonly CsvLine[],
): Result<Schema | undefined, CsvFault> {
  let schema = stored;
  for (const line of lines) {
    const { property, row, cells } = line;
    if (property === undefined) {
      if (schema === undefined && isSilent(cells)) continue;
      schema = edit(schema, entityEdit(schema, cells));
      continue;
    }
    const known = ownProperty(schema, property);
    if (known === undefined && isSilent(cells)) continue;
    if (known === undefined && typeOfCell(cells.type) === undefined)
      return fail({
        code: "invalid_csv",
        row,
        column: "type",
        wish: "is required, since the property is not declared yet",
      });
    schema = edit(schema, { properties: { [property]: propertyEdit(known, cells) } });
  }
  return ok(schema);
}

const ownProperty = (schema: Schema | undefined, name: string): Property | undefined =>
  schema?.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;

function edit(schema: Schema | undefined, change: EntryEdit): Schema {
  const edited = applyEdit(schema, change);
  if (!edited.ok) throw new Error(`a line without a type got through: ${edited.failure.property}`);
  return edited.value;
}

const SAYING = [
  "displayName",
  "description",
  "type",
  "example",
  "tags",
  "owners",
  "teamOwners",
  "hidden",
  "dropped",
  "source",
];
const isSilent = (cells: Cells): boolean => SAYING.every((column) => cells[column] === "");

/** A cell that shows what is stored changes nothing: an empty text and none look alike. */
const textOf = (stored: unknown, cell = ""): string | null => (stored === cell ? cell : cell || null);
const flagOf = (cell: string | undefined): boolean | null => (cell ? cell.toLowerCase() === "true" : null);
/** Undefined where the cell shows what is stored: an empty list and none look alike. */
const listOf = (stored: unknown, cell = ""): string[] | null | undefined => {
  if (writeList(stored) === cell) return undefined;
  return cell === "" ? null : readList(cell);
};

const common = ({ displayName, description, hidden, dropped }: Cells, stored: JsonObject) => ({
  display_name: textOf(stored.displayName, displayName),
  description: textOf(stored.description, description),
  hidden: flagOf(hidden),
  dropped: flagOf(dropped),
});

function entityEdit(schema: Schema | undefined, cells: Cells): EntryEdit {
  const { tags, contacts, teamContacts, $source, displayName } = schema?.metadata ?? {};
  const lists = {
    tags: listOf(tags, cells.tags),
    contacts: listOf(contacts, cells.owners),
    team_contacts: listOf(teamContacts, cells.teamOwners),
  };
  const said = Object.entries(lists).filter(([, list]) => list !== undefined);
  const stored = { displayName, description: schema?.keys.description };
  const source = textOf($source, cells.source);
  return { ...common(cells, stored), source, ...Object.fromEntries(said) };
}

function propertyEdit(known: Property | undefined, cells: Cells): PropertyEdit {
  const { example = "" } = cells;
  const type = typeOfCell(cells.type);
  // A cell shows the first of several examples: unchanged, it takes none of them away.
  const isSame = known !== undefined && exampleCell(known.definition) === example;
  const stored = { displayName: known?.metadata.displayName, description: known?.definition.description };
  return {
    ...common(cells, stored),
    ...(type === undefined ? {} : { type }),
    ...(isSame ? {} : { examples: example === "" ? null : [readExample(example)] }),
  };
}
