import { Braces, Plus, Trash2 } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { RolloutDraft } from "./flag-draft.ts";
import { buildRule, type Condition, OPERATORS, readRule } from "./rule-conditions.ts";

type RuleEditorProps = { rule: RolloutDraft["rule"]; onChange: (rule: RolloutDraft["rule"]) => void };

/** Of whom the group is: conditions on what callers tell of a person, or any rule as JSON. */
export function RuleEditor({ rule, onChange }: RuleEditorProps) {
  return (
    <div className="mt-3 border-t border-line pt-3">
      {rule.kind === "json" ? (
        <JsonRule text={rule.text} onChange={onChange} />
      ) : (
        <Conditions conditions={rule.conditions} onChange={onChange} />
      )}
    </div>
  );
}

function JsonRule({ text, onChange }: { text: string; onChange: RuleEditorProps["onChange"] }) {
  const conditions = readableAs(text);
  return (
    <>
      <Field
        label="Rule as JSON"
        required
        hint="JsonLogic over the caller's custom properties. Empty: everybody."
      >
        <Textarea
          rows={5}
          spellCheck={false}
          className="font-mono text-xs"
          value={text}
          onChange={(event) => onChange({ kind: "json", text: event.target.value })}
        />
      </Field>
      <Button
        size="sm"
        look="ghost"
        disabledReason={conditions === undefined ? "This rule is more than a list of conditions." : undefined}
        onClick={() => conditions && onChange({ kind: "conditions", conditions })}
      >
        Show as conditions
      </Button>
    </>
  );
}

function readableAs(text: string): Condition[] | undefined {
  try {
    return readRule(text.trim() === "" ? null : JSON.parse(text));
  } catch {
    return undefined;
  }
}

type ConditionsProps = { conditions: readonly Condition[]; onChange: RuleEditorProps["onChange"] };

function Conditions({ conditions, onChange }: ConditionsProps) {
  const set = (next: Condition[]) => onChange({ kind: "conditions", conditions: next });
  const change = (place: number, next: Partial<Condition>) =>
    set(conditions.map((one, at) => (at === place ? { ...one, ...next } : one)));
  return (
    <>
      <p className="mb-2 text-xs text-ink-soft">
        {conditions.length === 0 ? "Of everybody." : "Of those for whom all of this holds:"}
      </p>
      <ul className="space-y-2">
        {conditions.map(({ property, operator, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has nothing but its place.
          <li key={place} className="flex flex-wrap items-center gap-2">
            <TextInput
              aria-label="Property"
              placeholder="Property"
              className="max-w-44"
              value={property}
              onChange={(event) => change(place, { property: event.target.value })}
            />
            <Select
              aria-label="Comparison"
              className="max-w-48"
              choices={OPERATORS}
              value={operator}
              onChoose={(chosen) => change(place, { operator: chosen })}
            />
            {operator === "is_set" ? null : (
              <TextInput
                aria-label={operator === "one_of" ? "Values, separated by commas" : "Value"}
                placeholder={operator === "one_of" ? "one, two" : "Value"}
                className="max-w-44"
                value={value}
                onChange={(event) => change(place, { value: event.target.value })}
              />
            )}
            <Button
              size="icon"
              look="ghost"
              aria-label={`Remove the condition on ${property || "nothing yet"}`}
              onClick={() => set(conditions.filter((_, at) => at !== place))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => set([...conditions, { property: "", operator: "is", value: "" }])}
          data-testid="flags.add-condition"
        >
          <Plus aria-hidden /> Add condition
        </Button>
        <Button
          size="sm"
          look="ghost"
          onClick={() => {
            const rule = buildRule(conditions);
            onChange({ kind: "json", text: rule === null ? "" : JSON.stringify(rule, null, 2) });
          }}
        >
          <Braces aria-hidden /> Edit as JSON
        </Button>
      </div>
    </>
  );
}
