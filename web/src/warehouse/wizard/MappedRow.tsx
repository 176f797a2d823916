import { StatusChip } from "../../ui/StatusChip.tsx";
import { Moment } from "../Moment.tsx";
import type { Preview } from "../queries.ts";
import { readResult } from "./mapped-result.ts";

/** One row as what it becomes, or why it cannot. */
export function MappedRow({ row }: { row: Preview["rows"][number] }) {
  const { problem } = row;
  if (problem !== null) {
    return (
      <li className="space-y-1 py-2">
        <StatusChip tone="bad">Not imported</StatusChip>
        <p className="wrap-anywhere">
          {problem.field}: {problem.message}
        </p>
      </li>
    );
  }
  const result = readResult(row.result);
  return (
    <li className="py-2">
      {result === undefined ? null : (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium wrap-anywhere">{result.title}</span>
          {result.timeMs === undefined ? null : (
            <span className="text-xs text-ink-soft">
              <Moment at={result.timeMs} />
            </span>
          )}
        </p>
      )}
      <dl className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
        {Object.entries(result?.properties ?? row.row)
          .filter(([, value]) => value !== null && value !== "")
          .map(([name, value]) => (
            <div key={name} className="flex max-w-full gap-1">
              <dt className="shrink-0 text-ink-faint">{name}</dt>
              <dd className="max-w-60 truncate font-mono">
                {typeof value === "object" ? JSON.stringify(value) : String(value)}
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
