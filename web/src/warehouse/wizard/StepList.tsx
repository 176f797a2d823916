import { cx } from "../../ui/cx.ts";
import { type Draft, STEPS, type Step } from "./draft.ts";

const TITLES: Record<Step, string> = {
  table: "Source and table",
  map: "Map columns",
  mode: "Mode and frequency",
  review: "Review and create",
};

type StepListProps = { step: Step; draft: Draft; onStep: (step: Step) => void };

/** Where one is. Steps behind can be gone back to; steps ahead come by themselves. */
export const StepList = ({ step, draft, onStep }: StepListProps) => (
  <nav aria-label="Steps">
    <ol className="flex flex-wrap gap-x-1 gap-y-1">
      {STEPS.map((name, index) => {
        const isOpen = index === 0 || (draft.table !== undefined && index <= STEPS.indexOf(step));
        return (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? "step" : undefined}
              aria-disabled={!isOpen || undefined}
              onClick={() => isOpen && onStep(name)}
              className={cx(
                "inline-flex min-h-8 items-center gap-2 rounded-md px-2.5 text-sm",
                name === step ? "bg-accent-soft font-medium text-accent-text" : "text-ink-soft",
                isOpen ? "hover:bg-hover" : "cursor-default",
              )}
            >
              <span
                aria-hidden
                className="inline-flex size-5 items-center justify-center rounded-full border border-current text-xs"
              >
                {index + 1}
              </span>
              {TITLES[name]}
            </button>
          </li>
        );
      })}
    </ol>
  </nav>
);
