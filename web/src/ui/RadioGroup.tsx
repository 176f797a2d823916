import { type ReactNode, useId } from "react";

export type RadioChoice<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode };

type RadioGroupProps<Value extends string> = {
  legend: ReactNode;
  choices: readonly RadioChoice<Value>[];
  /** Undefined: nothing is chosen, and nothing is chosen for anybody. */
  value: Value | undefined;
  onChoose: (value: Value) => void;
  error?: ReactNode;
  "data-testid"?: string;
};

/** One of a few, all in sight. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, choices, value, onChoose, error } = props;
  const id = useId();
  return (
    <fieldset
      data-testid={props["data-testid"]}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="mb-1 text-xs font-medium text-ink-soft">{legend}</legend>
      {choices.map((choice, place) => (
        <div key={choice.value} className="flex min-h-7 items-start gap-2">
          <span className="flex h-6 items-center">
            <input
              type="radio"
              id={`${id}-${place}`}
              name={id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              aria-describedby={choice.hint === undefined ? undefined : `${id}-${place}-hint`}
              className="size-4 shrink-0 cursor-pointer accent-accent"
            />
          </span>
          <div className="min-w-0 pt-px">
            <label htmlFor={`${id}-${place}`} className="cursor-pointer wrap-anywhere">
              {choice.label}
            </label>
            {choice.hint === undefined ? null : (
              <p id={`${id}-${place}-hint`} className="text-xs text-ink-faint">
                {choice.hint}
              </p>
            )}
          </div>
        </div>
      ))}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 text-xs font-medium text-bad-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
