import type { Cell, Column, Session, TextRows } from "../connector.ts";
import { toHex } from "./select.ts";

/** A row as far as it is needed to tell whether the store has it. Good until the next is asked for. */
export type DigestRow = { l0: number; digest: string; cells(): Cell[] };

/** The rows of `readSql`, in pieces. Where a warehouse has them as text, cells are made only of those that somebody asks for. */
export async function* digestRows(
  session: Session,
  { sql, columns }: { sql: string; columns: readonly Column[] },
  width: number,
): AsyncGenerator<Iterable<DigestRow>> {
  if (session.streamText === undefined) {
    for await (const rows of session.stream(sql, columns)) yield rows.map((cells) => fromCells(cells, width));
    return;
  }
  for await (const rows of session.streamText(sql, columns)) yield fromText(rows, width);
}

function fromCells(cells: Cell[], width: number): DigestRow {
  const lane = (number: number) => Number(cells[width + number]);
  return { l0: lane(0), digest: toHex(lane(0), lane(1), lane(2), lane(3)), cells: () => cells };
}

function* fromText(rows: TextRows, width: number): Generator<DigestRow> {
  while (rows.next()) {
    yield { l0: digitsAt(rows, width), digest: digestAt(rows, width), cells: () => rows.cells() };
  }
}

/** The four lanes stand behind the columns. */
export const digestAt = (rows: TextRows, width: number): string =>
  toHex(
    digitsAt(rows, width),
    digitsAt(rows, width + 1),
    digitsAt(rows, width + 2),
    digitsAt(rows, width + 3),
  );

const ZERO = 48;

/** A lane as 32 bits with a sign: whole numbers that small cost a fraction. */
export function wordAt({ bytes, starts, ends }: TextRows, column: number): number {
  const end = ends[column] as number;
  let value = 0;
  for (let at = starts[column] as number; at < end; at += 1)
    value = (Math.imul(value, 10) + (bytes[at] as number) - ZERO) | 0;
  return value;
}

function digitsAt({ bytes, starts, ends }: TextRows, column: number): number {
  const end = ends[column] as number;
  let value = 0;
  for (let at = starts[column] as number; at < end; at += 1)
    value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}
