import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { FactList } from "../FactList.tsx";
import { type Import, type Run, storedQuery } from "../queries.ts";
import { runWarningWords } from "../words.ts";
import { FailedRows } from "./FailedRows.tsx";
import { RunLog } from "./RunLog.tsx";
import { RunProgress } from "./RunProgress.tsx";
import { reportSearch } from "./report-search.ts";

const KINDS: Record<string, string> = {
  full_backfill: "Everything",
  incremental: "What was added since the last run",
  diff: "What differs from the store",
};

/** All that is known of a run: progress while it goes on, counts, what went wrong and what to do. */
export function RunDetails({ one, run }: { one: Import; run: Run }) {
  return (
    <div className="space-y-4">
      {run.status === "RUNNING" ? <RunProgress one={one} run={run} /> : null}
      {run.error === null ? null : (
        <Notice tone="bad" title={`${run.error.message}`} role="alert" data-testid="import.run-error">
          <p className="wrap-anywhere">{run.error.hint}</p>
          <p className="mt-1 text-xs">
            {run.error.code}
            {` · ${againWords(one, run.error.retryable)}`}
          </p>
        </Notice>
      )}
      <FactList facts={countFacts(run)} />
      <RunReport one={one} run={run} />
      {run.warnings.length === 0 ? null : (
        <Notice tone="warn" title="Worth knowing">
          <ul className="list-disc pl-4">
            {run.warnings.map(({ code, count, sample }) => (
              <li key={code} className="wrap-anywhere">
                {runWarningWords(code)}
                {code === "unencrypted" ? "" : `: ${formatCount(count)}`}
                {sample === "" ? "" : ` (${sample})`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.rows_failed === 0 ? null : (
        <FailedRows importId={one.id} runId={run.run_id} count={run.rows_failed} />
      )}
      <RunLog run={run} />
    </div>
  );
}

function againWords({ next_dispatch: next, paused }: Import, isRetried: boolean): string {
  if (isRetried) return "it is tried again";
  return next === null || paused
    ? "it is not tried again by itself"
    : "the next run as planned tries it again";
}

function countFacts(run: Run): [string, string][] {
  const counted: [string, number][] = [
    ["Rows read", run.rows_read],
    ["Added", run.rows_inserted],
    ["Replaced", run.rows_updated],
    ["Taken back", run.rows_deleted],
    ["Unchanged", run.rows_unchanged],
    ["Already here, or copies", run.rows_duplicate],
    ["Passed over", run.rows_skipped],
    ["Failed", run.rows_failed],
  ];
  // What is under way is counted where it is shown how far it got; most of it is known only at the end.
  const always = run.status === "RUNNING" ? [] : ["Rows read", "Added"];
  return [
    ["Reads", KINDS[run.kind ?? ""] ?? ""],
    ...(run.status === "RUNNING" ? [] : counted)
      .filter(([name, count]) => count > 0 || always.includes(name))
      .map(([name, count]) => [name, formatCount(count)] satisfies [string, string]),
    ...(run.attempts > 1 ? [["Attempts", String(run.attempts)] satisfies [string, string]] : []),
    ["Run id", run.run_id],
  ];
}

function RunReport({ one, run }: { one: Import; run: Run }) {
  const { projectId, timezone } = useProject();
  const brought = run.status === "SUCCEEDED" && one.import_type === "event_stream";
  const stored = useQuery({ ...storedQuery(projectId, one), enabled: brought });
  const search = reportSearch(one, stored.data, timezone, run.run_id);
  if (!brought || search === undefined || run.rows_inserted + run.rows_updated === 0) return null;
  return (
    <Link
      to="/p/$projectId/reports/new"
      params={{ projectId }}
      search={search}
      className="inline-block font-medium text-accent-text hover:underline"
      data-testid="import.run-report"
    >
      Report on this run
    </Link>
  );
}
