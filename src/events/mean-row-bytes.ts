const NEWLINE = 10;
/** So many rows tell how long the others are. */
const SAMPLE_ROWS = 500;

/** How long a row of a frame is, by the first of them. Undefined when there is none. */
export function meanRowBytes(rows: Buffer | undefined): number | undefined {
  if (rows === undefined || rows.length === 0) return undefined;
  let at = 0;
  let count = 0;
  while (at < rows.length && count < SAMPLE_ROWS) {
    at = rows.indexOf(NEWLINE, at) + 1 || rows.length;
    count += 1;
  }
  return at / count;
}
