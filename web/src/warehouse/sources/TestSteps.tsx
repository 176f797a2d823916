import { Notice } from "../../ui/Notice.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import type { TestReport } from "../queries.ts";

const STEPS: Record<string, string> = {
  resolve: "Find the host",
  connect: "Reach it",
  tls: "Encrypt the connection",
  authenticate: "Sign in",
  select: "Ask a question",
  list: "List tables",
  clock_skew: "Compare clocks",
};

/** How far a connection got, step by step, and what to do about the one that failed. */
export function TestSteps({ report }: { report: TestReport }) {
  return (
    <section aria-label="Result of the test" data-testid="source.test-result" className="space-y-3">
      <Notice tone={report.ok ? "ok" : "bad"} title={titleOf(report)} role="status">
        {report.ok && report.encrypted === false
          ? "It is not encrypted: fine within one machine or a private network."
          : null}
      </Notice>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {report.steps.map((step) => (
          <li key={step.name} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
            <StatusChip tone={step.ok ? (step.message === "" ? "ok" : "info") : "bad"}>
              {step.ok ? "Done" : "Failed"}
            </StatusChip>
            <div className="min-w-0 flex-1">
              <p>
                {STEPS[step.name] ?? step.name}
                <span className="ml-2 text-xs text-ink-faint">{step.ms === 0 ? "" : `${step.ms} ms`}</span>
              </p>
              {step.message === "" ? null : <p className="wrap-anywhere text-ink-soft">{step.message}</p>}
              {step.hint === null ? null : <p className="font-medium">{step.hint}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const titleOf = ({ ok, steps }: TestReport): string => {
  const failed = steps.find((step) => !step.ok);
  return ok || failed === undefined
    ? "The connection works"
    : `Failed: ${(STEPS[failed.name] ?? failed.name).toLowerCase()}`;
};
