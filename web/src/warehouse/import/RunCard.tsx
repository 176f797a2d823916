import { ChevronDown, ChevronRight } from "lucide-react";
import { useId } from "react";
import { Moment } from "../Moment.tsx";
import type { Import, Run } from "../queries.ts";
import { triggerWord } from "../words.ts";
import { broughtWords } from "./brought-words.ts";
import { elapsedWords } from "./elapsed.ts";
import { RunChip } from "./RunChip.tsx";
import { RunDetails } from "./RunDetails.tsx";

type RunCardProps = { one: Import; run: Run; isOpen: boolean; onToggle: (isOpen: boolean) => void };

export function RunCard({ one, run, isOpen, onToggle }: RunCardProps) {
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="rounded-lg border border-line bg-surface" data-testid="import.run">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-left hover:bg-hover"
      >
        <Chevron aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <RunChip run={run} />
        <span>{run.start_time === null ? "waits to begin" : <Moment at={run.start_time} />}</span>
        <span className="text-ink-soft">by {triggerWord(run.trigger)}</span>
        <span className="text-ink-soft">{elapsedWords(run, Date.now())}</span>
        <span className="ml-auto text-ink-soft">{broughtWords(run)}</span>
      </button>
      {isOpen ? (
        <div id={id} className="border-t border-line px-4 py-3">
          <RunDetails one={one} run={run} />
        </div>
      ) : null}
    </li>
  );
}
