import { Plus, X } from "lucide-react";
import { EventPicker } from "../events/EventPicker.tsx";
import { Button } from "../ui/Button.tsx";
import { FromLink } from "../ui/FromLink.tsx";
import { filterWords } from "../ui/filter-clauses.ts";
import type { ReportDraft } from "./report-document.ts";

type Choice = ReportDraft["events"][number];
type EventChoicesProps = { events: readonly Choice[]; onChange: (events: Choice[]) => void };

const EVENTS_MAX = 10;

/** The events a report is about, one line each; or all of them together. */
export function EventChoices({ events, onChange }: EventChoicesProps) {
  const shown: (Choice | undefined)[] = events.length === 0 ? [undefined] : [...events];
  const replace = (at: number, event: string | null) =>
    onChange(shown.map((old, index) => (index === at ? { ...old, event } : (old ?? { event: null }))));
  return (
    <div className="space-y-2">
      {shown.map((choice, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be chosen twice; lines only move when one is removed.
          key={index}
          className="flex flex-wrap items-center gap-1"
        >
          {choice?.event === null ? (
            <span className="flex h-8 min-w-0 flex-1 items-center rounded-md border border-line bg-sunken px-2.5">
              All events
            </span>
          ) : (
            <EventPicker
              label={`Event ${index + 1}`}
              className="flex-1"
              value={choice?.event}
              placeholder="Choose an event"
              onChange={(event) => replace(index, event)}
              data-testid="report.event"
            />
          )}
          {choice === undefined ? null : (
            <Button
              look="ghost"
              size="icon"
              aria-label={`Remove ${choice.event ?? "all events"}`}
              onClick={() => onChange(events.filter((_, other) => other !== index))}
            >
              <X aria-hidden />
            </Button>
          )}
          {choice?.filters === undefined ? null : (
            <FromLink
              words={`where ${filterWords(choice.filters)}`}
              removeLabel="Remove the filters of this event"
              onRemove={() =>
                onChange(events.map((old, other) => (other === index ? { event: old.event } : old)))
              }
            />
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-1">
        {events.length === 0 ? (
          <Button size="sm" look="ghost" onClick={() => onChange([{ event: null }])}>
            All events
          </Button>
        ) : (
          <AddEvent
            disabled={events.length >= EVENTS_MAX}
            onAdd={(event) => onChange([...events, { event }])}
          />
        )}
      </div>
    </div>
  );
}

/** A further line is there once its event is chosen, so that there is no half-made line in the address. */
const AddEvent = ({ disabled, onAdd }: { disabled: boolean; onAdd: (event: string) => void }) => (
  <span className="flex items-center gap-1">
    <Plus aria-hidden className="size-4 text-ink-faint" />
    {disabled ? (
      <span className="text-xs text-ink-soft">At most {EVENTS_MAX} events</span>
    ) : (
      <EventPicker label="Another event" value={undefined} placeholder="Another event" onChange={onAdd} />
    )}
  </span>
);
