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

/** A piece in smaller ones of so many bytes at most, or of one row that is longer. */
export function cutBytes(parts: readonly Buffer[], bytesMax: number): Buffer[][] {
  let piece: Buffer[] = [];
  const pieces = [piece];
  let room = bytesMax;
  for (const rows of parts) {
    let start = 0;
    while (rows.length - start > room) {
      const end = endOfBytes(rows, start, room) ?? (room === bytesMax ? endOfRows(rows, start, 1) : start);
      piece.push(rows.subarray(start, end));
      start = end;
      piece = [];
      pieces.push(piece);
      room = bytesMax;
    }
    piece.push(rows.subarray(start));
    room -= rows.length - start;
  }
  return pieces.map((some) => some.filter(({ length }) => length > 0)).filter(({ length }) => length > 0);
}

/** Where the last row ends that is within so many bytes. */
function endOfBytes(rows: Buffer, start: number, bytes: number): number | undefined {
  const end = start + bytes === 0 ? 0 : rows.lastIndexOf(NEWLINE, start + bytes - 1) + 1;
  return end > start ? end : undefined;
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
