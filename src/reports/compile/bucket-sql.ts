import type { Dialect } from "../../events/index.ts";
import type { BucketRule } from "../plan/time-axis.ts";

/**
 * The number of the bucket that an event lies in. Numbers only, and ours: they may stand in the text. Where clocks go back over midnight
 * a day has begun before the day before is over: what comes then, in a span that begins with that day, is in its first bucket.
 */
export function bucketSql(rule: BucketRule, dialect: Dialect): string {
  const number = numberSql(rule, dialect);
  return rule.pieces.length < 2 ? number : `greatest(${number}, 0)`;
}

function numberSql(rule: BucketRule, dialect: Dialect): string {
  if (rule.kind === "linear") {
    return byPiece(rule.pieces, ({ shiftMs, first }) => {
      const number = dialect.quotient(`events.time - ${shiftMs}`.replace("- -", "+ "), rule.lengthMs);
      return first === 0 ? number : `${number} + ${first}`;
    });
  }
  const localMs = byPiece(rule.pieces, ({ offsetMs }) => `events.time + ${offsetMs}`.replace("+ -", "- "));
  const month = `${dialect.monthNumber(localMs)} - ${rule.firstMonth}`;
  return rule.months === 1 ? month : dialect.quotient(month, rule.months);
}

function byPiece<Piece extends { beforeMs: number }>(
  pieces: readonly Piece[],
  sql: (piece: Piece) => string,
): string {
  const last = pieces.at(-1);
  if (last === undefined) return "0";
  const earlier = pieces
    .slice(0, -1)
    .map((piece) => `when events.time < ${piece.beforeMs} then ${sql(piece)}`);
  return earlier.length === 0 ? sql(last) : `case ${earlier.join(" ")} else ${sql(last)} end`;
}
