import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { RolloutDraft } from "./flag-draft.ts";
import { RuleEditor } from "./RuleEditor.tsx";
import { SplitSum } from "./SplitSum.tsx";

type RolloutEditorProps = {
  rollout: RolloutDraft;
  place: number;
  keys: readonly string[];
  onChange: (rollout: RolloutDraft) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

const OWN = " own";
const SPLITS = " splits";

/** One group: how many of whom, and what they get. */
export function RolloutEditor({
  rollout,
  place,
  keys,
  onChange,
  onRemove,
  onUp,
  onDown,
}: RolloutEditorProps) {
  const name = rollout.name || `group ${place + 1}`;
  const gets = rollout.override !== "" ? rollout.override : rollout.splits === undefined ? OWN : SPLITS;
  const choose = (choice: string) =>
    onChange({
      ...rollout,
      override: choice === OWN || choice === SPLITS ? "" : choice,
      splits: choice === SPLITS ? Object.fromEntries(keys.map((key) => [key, "0"])) : undefined,
    });
  return (
    <fieldset className="rounded-lg border border-line p-3">
      <legend className="px-1 text-xs font-medium text-ink-soft">Group {place + 1}</legend>
      <div className="grid items-end gap-2 sm:grid-cols-[1fr_7rem_1fr_auto]">
        <Field label="Name">
          <TextInput
            value={rollout.name}
            maxLength={255}
            onChange={(event) => onChange({ ...rollout, name: event.target.value })}
          />
        </Field>
        <Field label="Percent of them" required>
          <TextInput
            type="number"
            step={1}
            min={0}
            max={100}
            value={rollout.percent}
            onChange={(event) => onChange({ ...rollout, percent: event.target.value })}
            data-testid="flags.percent"
          />
        </Field>
        <Field label="They get" required>
          <Select
            value={gets}
            onChoose={choose}
            choices={[
              { value: OWN, label: "The variants by their percents" },
              { value: SPLITS, label: "Other percents …" },
              ...keys.map((key) => ({ value: key, label: `Always ${key}` })),
            ]}
          />
        </Field>
        <div className="flex">
          <Button size="icon" look="ghost" aria-label={`Move ${name} up`} disabled={!onUp} onClick={onUp}>
            <ArrowUp aria-hidden />
          </Button>
          <Button
            size="icon"
            look="ghost"
            aria-label={`Move ${name} down`}
            disabled={!onDown}
            onClick={onDown}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button size="icon" look="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      {rollout.splits === undefined || rollout.override !== "" ? null : (
        <div className="mt-2">
          <div className="flex flex-wrap gap-2">
            {keys.map((key) => (
              <Field key={key} label={`${key}, percent`} required className="w-32">
                <TextInput
                  type="number"
                  step="any"
                  min={0}
                  max={100}
                  value={rollout.splits?.[key] ?? "0"}
                  onChange={(event) =>
                    onChange({ ...rollout, splits: { ...rollout.splits, [key]: event.target.value } })
                  }
                />
              </Field>
            ))}
          </div>
          <SplitSum percents={keys.map((key) => rollout.splits?.[key] ?? "0")} />
        </div>
      )}
      <RuleEditor rule={rollout.rule} onChange={(rule) => onChange({ ...rollout, rule })} />
      {rollout.definition ? (
        <p className="mt-2 text-xs wrap-anywhere text-ink-soft">
          An older rule holds as well and is kept:{" "}
          <code className="font-mono">{JSON.stringify(rollout.definition)}</code>
        </p>
      ) : null}
    </fieldset>
  );
}
