const NEWLINE = 10;

/** Rows of a frame, and how many there are. */
export type CountedRows = { rows: Buffer; count: number };

/** The rows of all frames in pieces of so many; the last has what is left. */
export function cutRows(frames: readonly CountedRows[], pieceRows: number): Buffer[][] {
  let piece: Buffer[] = [];
  const pieces = [piece];
  let room = pieceRows;
  for (const { rows, count } of frames) {
    let start = 0;
    let left = count;
    while (left > room) {
      const end = endOfRows(rows, start, room);
      piece.push(rows.subarray(start, end));
      start = end;
      left -= room;
      piece = [];
      pieces.push(piece);
      room = pieceRows;
    }
    piece.push(rows.subarray(start));
    room -= left;
  }
  return pieces.map((parts) => parts.filter(({ length }) => length > 0)).filter(({ length }) => length > 0);
}

function endOfRows(rows: Buffer, start: number, count: number): number {
  let at = start;
  for (let row = 0; row < count; row += 1) {
    const end = rows.indexOf(NEWLINE, at);
    // Places of rows that were erased are counted too.
    if (end === -1) return rows.length;
    at = end + 1;
  }
  return at;
}

/** Rows of at most so many bytes, and those that are longer, each in the order they came. */
export function partLong(rows: Buffer, bytesMax: number): { short: CountedRows[]; long: Buffer[] } {
  const short: CountedRows[] = [];
  const long: Buffer[] = [];
  let start = 0;
  let count = 0;
  for (let at = 0; at < rows.length; ) {
    const end = endOfRows(rows, at, 1);
    if (end - at > bytesMax) {
      if (count > 0) short.push({ rows: rows.subarray(start, at), count });
      long.push(rows.subarray(at, end));
      start = end;
      count = 0;
    } else count += 1;
    at = end;
  }
  if (count > 0) short.push({ rows: rows.subarray(start), count });
  return { short, long };
}

/** Rows in groups of so many bytes at most, or of one row that is longer. `extra`: what each weighs beside its own bytes. */
export function groupRows(rows: readonly Buffer[], bytesMax: number, extra: number): Buffer[][] {
  const groups: Buffer[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = row.length + extra;
    if (bytes > room) {
      groups.push([]);
      room = bytesMax;
    }
    groups.at(-1)?.push(row);
    room -= bytes;
  }
  return groups;
}
