import type { Model } from "./model.ts";
import type { StoreContent } from "./read-back.ts";

/** Whether what was counted fits what is stored and what came in. Answers sentences about what does not. */
export function compareCounts(
  { rows, lines, settlement }: StoreContent,
  usage: number,
  { rows: { least, most } }: Pick<Model, "rows">,
): string[] {
  const faults: string[] = [];
  const sum = (name: "stored" | "duplicates" | "replaced") =>
    settlement.lines.reduce((total, line) => total + line[name], 0);
  const settled = sum("stored") + sum("duplicates") + sum("replaced");
  if (usage !== rows.length) faults.push(`usage says ${usage}, stored are ${rows.length}`);
  if (sum("stored") !== rows.length) faults.push(`${sum("stored")} are counted, ${rows.length} are stored`);
  if (settled < least || settled > most) {
    faults.push(`${settled} rows were settled, but between ${least} and ${most} came in`);
  }
  if (new Set(lines.map(placeOf)).size < lines.length) {
    faults.push("two rows have the same place in the journal");
  }
  return faults;
}

/** The frame and the row in it: how a line begins. */
const placeOf = (line: string): string => line.slice(0, line.indexOf("{"));

/** Whether two stores are the same to the last row and the last count. */
export function compareStores(before: StoreContent, after: StoreContent): string[] {
  const faults: string[] = [];
  const [was, is] = [JSON.stringify(before.settlement), JSON.stringify(after.settlement)];
  if (was !== is) faults.push(`made anew, the store counts otherwise:\n  ${was}\n  ${is}`);
  const longer = before.lines.length > after.lines.length ? before.lines : after.lines;
  const at = longer.findIndex((_, index) => before.lines[index] !== after.lines[index]);
  if (at === -1) return faults;
  const rows = `${after.lines.length} rows instead of ${before.lines.length}`;
  return [
    ...faults,
    `made anew, the store has ${rows}; the first that differs:\n  ${before.lines[at]}\n  ${after.lines[at]}`,
  ];
}
