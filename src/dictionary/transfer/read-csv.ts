import { setImmediate as nextTurn } from "node:timers/promises";
import { readCsvCell } from "../../platform/csv-cell.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { PropertyType } from "../conformance/judge.ts";
import { type CsvRow, CsvRows } from "../lookup-tables/csv-rows.ts";
import { DESCRIPTION_MAX_CHARACTERS, PROPERTY_TYPES } from "../schemas/check-schema.ts";
import { NAME_MAX_CHARACTERS } from "../schemas/fault.ts";
import { ENTITY_TYPES, type EntityType } from "../schemas/types.ts";
import { type Cells, COLUMNS, readList } from "./csv-format.ts";

/** One line of the file that says something. `row` counts from 1, the header, as a spreadsheet does. */
export type CsvLine = {
  row: number;
  entityType: EntityType;
  name: string;
  property: string | undefined;
  cells: Cells;
};
export type CsvFault = { code: "invalid_csv"; row: number; column: string; wish: string };

const PIECE = 65_536;

/** Reads the form that an export has. The first fault is told; lines about the same thing may stand anywhere, once. */
export async function readDictionaryCsv(text: string): Promise<Result<CsvLine[], CsvFault>> {
  const lines: CsvLine[] = [];
  const rows = new CsvRows();
  const seen = new Set<string>();
  let row = 0;
  const take = (found: readonly CsvRow[]): CsvFault | undefined => {
    for (const one of found) {
      row += 1;
      if ("fault" in one) return faultAt(row, "", one.fault);
      if (row === 1 ? !isHeader(one.cells) : one.cells.length !== COLUMNS.length)
        return faultAt(row, "", row === 1 ? HEADER : `must have ${COLUMNS.length} cells, as the header has`);
      if (row === 1) continue;
      const line = readLine(row, one.cells);
      if (!line.ok) return line.failure;
      const { entityType, name, property } = line.value;
      const key = JSON.stringify([entityType, name, property]);
      if (seen.has(key)) return faultAt(row, "entityName", "is said twice; leave one of the lines out");
      seen.add(key);
      lines.push(line.value);
    }
    return undefined;
  };
  for (let at = 0; at < text.length; at += PIECE) {
    const fault = take(rows.push(text.slice(at, at + PIECE)));
    if (fault) return fail(fault);
    await nextTurn();
  }
  const fault = take(rows.end());
  if (fault) return fail(fault);
  return row === 0 ? fail(faultAt(1, "", HEADER)) : ok(lines);
}

const HEADER = `must be the header of an export: ${COLUMNS.join()}`;
const faultAt = (row: number, column: string, wish: string): CsvFault => ({
  code: "invalid_csv",
  row,
  column,
  wish,
});
const isHeader = (cells: readonly string[]): boolean =>
  cells.length === COLUMNS.length && cells.every((cell, index) => cell === COLUMNS[index]);

type Check = (cell: string) => string | undefined;
/** Spreadsheets write them in capitals. */
const FLAGS = ["true", "false"];
const isFlag: Check = (cell) => oneOf(["", ...FLAGS], ", or empty")(cell.toLowerCase());
const oneOf =
  (words: readonly string[], otherwise = ""): Check =>
  (cell) =>
    words.includes(cell) ? undefined : `must be one of ${words.filter(Boolean).join(", ")}${otherwise}`;
const short =
  (most: number): Check =>
  (cell) =>
    cell.length > most ? `must have at most ${most} characters` : undefined;
const isName: Check = (cell) =>
  cell === "" || cell.length > NAME_MAX_CHARACTERS || !cell.isWellFormed() || cell.includes("\0")
    ? `must be a name of 1 to ${NAME_MAX_CHARACTERS} characters`
    : undefined;
const areContacts: Check = (cell) =>
  readList(cell).every((contact) => contact.split("@").length === 2)
    ? undefined
    : "must be e-mail addresses, joined by semicolons";

const CHECKS: readonly (readonly [column: string, check: Check])[] = [
  ["entityType", oneOf(ENTITY_TYPES)],
  ["entityName", isName],
  ["propertyName", short(NAME_MAX_CHARACTERS)],
  ["description", short(DESCRIPTION_MAX_CHARACTERS)],
  ["type", oneOf(["", ...PROPERTY_TYPES], ", or empty")],
  ["owners", areContacts],
  ["hidden", isFlag],
  ["dropped", isFlag],
];
const OF_ENTITIES = ["tags", "owners", "teamOwners", "source"];
const OF_PROPERTIES = ["type", "example"];

function readLine(row: number, values: readonly string[]): Result<CsvLine, CsvFault> {
  const cells: Cells = Object.fromEntries(
    COLUMNS.map((column, index) => [column, readCsvCell(values[index] ?? "")]),
  );
  for (const [column, check] of CHECKS) {
    const wish = check(cells[column] ?? "");
    if (wish !== undefined) return fail(faultAt(row, column, wish));
  }
  const { entityType, entityName = "", propertyName = "" } = cells;
  const unfit = (propertyName === "" ? OF_PROPERTIES : OF_ENTITIES).find((column) => cells[column] !== "");
  if (unfit !== undefined)
    return fail(
      faultAt(
        row,
        unfit,
        `must be empty in a line about ${propertyName === "" ? "an entity" : "a property"}`,
      ),
    );
  const property = propertyName === "" ? undefined : propertyName;
  if (property !== undefined && isName(property) !== undefined)
    return fail(faultAt(row, "propertyName", isName(property) ?? ""));
  return ok({ row, entityType: entityType as EntityType, name: entityName, property, cells });
}

export const typeOfCell = (cell: string | undefined): PropertyType | undefined =>
  PROPERTY_TYPES.find((type) => type === cell);
