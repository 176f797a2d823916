/** The look that everything one types into shares. */
export const INPUT_CLASS =
  "w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink outline-offset-0 aria-invalid:border-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft";
