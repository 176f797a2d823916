import { Plus, Trash2 } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { partId, type VariantDraft } from "./flag-draft.ts";
import { SplitSum } from "./SplitSum.tsx";

type FlagVariantsProps = { variants: readonly VariantDraft[]; onChange: (variants: VariantDraft[]) => void };

/** What there is to get. */
export function FlagVariants({ variants, onChange }: FlagVariantsProps) {
  const change = (id: string, next: Partial<VariantDraft>) =>
    onChange(variants.map((variant) => (variant.id === id ? { ...variant, ...next } : variant)));
  const add = () =>
    onChange([...variants, { id: partId(), key: "", percent: "0", value: "", isControl: false }]);
  return (
    <Card
      title="Variants"
      action={
        <Button size="sm" onClick={add}>
          <Plus aria-hidden /> Add variant
        </Button>
      }
    >
      <ul className="space-y-4">
        {variants.map((variant, place) => (
          <li key={variant.id} className="grid items-end gap-2 sm:grid-cols-[1fr_6rem_1fr_auto_auto]">
            <Field label="Key" required>
              <TextInput
                value={variant.key}
                maxLength={255}
                onChange={(event) => change(variant.id, { key: event.target.value })}
              />
            </Field>
            <Field label="Percent" required>
              <TextInput
                type="number"
                step="any"
                min={0}
                max={100}
                value={variant.percent}
                onChange={(event) => change(variant.id, { percent: event.target.value })}
              />
            </Field>
            <Field label="Value clients get" required>
              <TextInput
                value={variant.value}
                onChange={(event) => change(variant.id, { value: event.target.value })}
              />
            </Field>
            <label className="flex h-8 items-center gap-1.5">
              <input
                type="radio"
                name="flag-control"
                checked={variant.isControl}
                onChange={() =>
                  onChange(variants.map((one) => ({ ...one, isControl: one.id === variant.id })))
                }
                className="size-4 accent-accent"
              />
              Control
            </label>
            <Button
              size="icon"
              look="ghost"
              aria-label={`Remove the variant ${variant.key || place + 1}`}
              disabled={variants.length < 2}
              onClick={() => onChange(variants.filter(({ id }) => id !== variant.id))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <SplitSum percents={variants.map(({ percent }) => percent)} />
    </Card>
  );
}
