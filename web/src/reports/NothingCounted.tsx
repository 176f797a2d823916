import { SearchX } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { completeFilters, filterWords } from "../ui/filter-clauses.ts";
import { frameWords } from "../ui/time-frame.ts";
import type { useReportDraft } from "./useReportDraft.ts";

/** An answer of nothing: what was asked, and the ways to ask for more. */
export function NothingCounted({ report: { draft, change } }: { report: ReturnType<typeof useReportDraft> }) {
  const { filters, time_frame: frame } = draft;
  const asked = filters && completeFilters(filters);
  return (
    <div data-testid="report.nothing">
      <EmptyState
        icon={SearchX}
        title="No event fits this question"
        action={
          <>
            <Button onClick={() => change({ time_frame: { last: 24, unit: "month" }, unit: "month" })}>
              Look at the last 24 months
            </Button>
            {asked === undefined ? null : (
              <Button onClick={() => change({ filters: undefined })}>Clear the filters</Button>
            )}
          </>
        }
      >
        <p>
          Asked about {draft.events.map(({ event }) => event ?? "all events").join(", ")}:{" "}
          {frameWords(frame).toLowerCase()}
          {asked === undefined ? "" : `, where ${filterWords(asked)}`}.
        </p>
        <p className="mt-1">Names and texts count by capitals, and a number is not the same as its text.</p>
      </EmptyState>
    </div>
  );
}
