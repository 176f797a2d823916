import { cx } from "../../ui/cx.ts";
import type { SyncMode } from "../choices.ts";
import { MODES } from "../words.ts";
import type { Draft } from "./draft.ts";

/** A lookup table is replaced as a whole, or loaded once. */
const fitsKind = ({ kind }: Draft, mode: SyncMode): boolean =>
  kind !== "lookup_table" || mode === "full_sync" || mode === "one_time";

export const ModePicker = ({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) => (
  <fieldset className="space-y-2">
    <legend className="sr-only">Mode</legend>
    {MODES.filter(({ value }) => fitsKind(draft, value)).map(({ value, label, fits, ...does }) => (
      <label
        key={value}
        className={cx(
          "flex cursor-pointer gap-3 rounded-lg border px-3 py-2.5 hover:bg-hover",
          draft.mode === value ? "border-accent bg-accent-soft" : "border-line-strong/60",
        )}
      >
        <input
          type="radio"
          name="mode"
          value={value}
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={draft.mode === value}
          data-testid={`wizard.mode-${value}`}
          onChange={() => onChange({ ...draft, mode: value })}
        />
        <span>
          <span className="font-medium">{label}</span>
          <span className="block text-ink-soft">{fits}</span>
          <span className="block text-xs text-ink-soft">
            New rows: {does.newRows} · changed rows: {does.changed} · deleted rows: {does.deleted}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
);
