import { useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { topEventsQuery } from "../home/queries.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import type { ReportDraft } from "./report-document.ts";

type Starter = { label: string; part: Partial<ReportDraft> };

/** Questions made of what this very project does most, for whoever does not know what to ask. */
export function StarterQuestions({ onAsk }: { onAsk: (part: Partial<ReportDraft>) => void }) {
  const { projectId } = useProject();
  const top = useQuery(topEventsQuery(projectId, 3));
  return (
    <QueryState
      query={top}
      empty={
        <EmptyState icon={ChartLine} title="Choose an event to begin">
          No event has come in lately. An old one can be chosen by typing its exact name; all events, of any
          age, by "All events" and a time frame.
        </EmptyState>
      }
    >
      {(names) => (
        <EmptyState
          icon={ChartLine}
          title="Choose an event, or begin with one of these"
          action={startersFor(names).map(({ label, part }) => (
            <Button
              key={label}
              onClick={() => onAsk(part)}
              data-testid="report.starter"
              className="h-auto! min-h-8 max-w-full shrink! whitespace-normal! wrap-anywhere"
            >
              {label}
            </Button>
          ))}
        />
      )}
    </QueryState>
  );
}

type Named = { event: string; display_name: string | null };

function startersFor([first, second, third]: readonly Named[]): Starter[] {
  const said = ({ event, display_name: shown }: Named) => `“${shown ?? event}”`;
  const many = { last: 30, unit: "day" } as const;
  return [
    first && {
      label: `How often did ${said(first)} happen?`,
      part: { events: [{ event: first.event }], time_frame: many },
    },
    first && {
      label: `How many people did ${said(second ?? first)} each week?`,
      part: {
        events: [{ event: (second ?? first).event }],
        measure: { kind: "unique" as const },
        unit: "week" as const,
        time_frame: { last: 12, unit: "week" as const },
      },
    },
    first && {
      label: third
        ? `How do ${said(first)} and ${said(third)} compare?`
        : "How many people were active each day?",
      part: third
        ? { events: [{ event: first.event }, { event: third.event }], time_frame: many }
        : { events: [{ event: null }], measure: { kind: "unique" as const }, time_frame: many },
    },
  ].filter((starter) => starter !== undefined);
}
