import { createContext, type ReactNode, useContext, useId } from "react";

type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
  "aria-required": boolean | undefined;
};

const FieldContext = createContext<FieldControl | undefined>(undefined);

/** What an input inside of a `Field` needs to belong to its label, hint and error. Empty outside of one. */
export const useFieldControl = (): Partial<FieldControl> => useContext(FieldContext) ?? {};

type FieldProps = {
  label: ReactNode;
  /** What to fill in, in words. Stays in sight while one types. */
  hint?: ReactNode;
  /** What is wrong with it and what to do. */
  error?: ReactNode;
  required?: boolean;
  /** For lists of filters, where the place says what it is: the label is only for those who listen. */
  hideLabel?: boolean;
  className?: string;
  /** One input. */
  children: ReactNode;
};

/** A labelled input: `<Field label="Name" error={errors.name?.message}><TextInput {...register("name")} /></Field>`. */
export function Field({ label, hint, error, required, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined || error === "" ? undefined : `${id}-error`;
  const control: FieldControl = {
    id,
    "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
    "aria-invalid": errorId === undefined ? undefined : true,
    "aria-required": required || undefined,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1 block text-xs font-medium text-ink-soft"}>
        {label}
        {required ? null : (
          <span className="font-normal text-ink-faint">{hideLabel ? "" : " (optional)"}</span>
        )}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {hintId === undefined ? null : (
        <p id={hintId} className="mt-1 text-xs text-ink-faint">
          {hint}
        </p>
      )}
      {errorId === undefined ? null : (
        <p id={errorId} className="mt-1 text-xs font-medium text-bad-text">
          {error}
        </p>
      )}
    </div>
  );
}
