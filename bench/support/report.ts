export type Row = Record<string, string | number>;

/** The result of one benchmark: what was measured, beside the bare limit or a peer measured in the same run. */
export type Report = {
  name: string;
  rows: Row[];
  goals: { goal: string; measured: string; met: boolean }[];
  about: Row;
};

/** A table for people; with `--json` one JSON document for programs instead. */
export function printReport(report: Report): void {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify(report, null, 2));
    return;
  }
  console.log(`\n${report.name}`);
  console.table(report.rows);
  for (const { goal, measured, met } of report.goals)
    console.log(`${met ? "met    " : "NOT MET"}  ${goal}: ${measured}`);
  console.log(
    Object.entries(report.about)
      .map(([key, value]) => `${key} ${value}`)
      .join(" · "),
  );
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
