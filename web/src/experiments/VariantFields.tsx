import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { FormValues } from "./form-values.ts";

const VARIANTS_MAX = 11;

/** What people get, and how many of them. */
export function VariantFields() {
  const { register, control, setValue, formState } = useFormContext<FormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "variants" });
  const variants = useWatch({ control, name: "variants" });
  const sum = variants.reduce((all, { percent }) => all + Number(percent), 0);
  const choose = (chosen: number) => {
    for (const place of fields.keys()) setValue(`variants.${place}.isControl`, place === chosen);
  };
  return (
    <Card
      title="Variants"
      action={
        <Button
          size="sm"
          disabledReason={fields.length >= VARIANTS_MAX ? `There are ${VARIANTS_MAX} at most.` : undefined}
          onClick={() =>
            append({ key: "", percent: "0", value: "", description: "", isControl: false, split: undefined })
          }
        >
          <Plus aria-hidden /> Add variant
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft">What clients get is true, false, a text, or a JSON object.</p>
      <ul className="space-y-4">
        {fields.map(({ id }, place) => (
          <li key={id} className="grid items-end gap-2 sm:grid-cols-[1fr_6rem_1fr_auto_auto]">
            <Field label="Key" required error={formState.errors.variants?.[place]?.key?.message}>
              <TextInput
                {...register(`variants.${place}.key`, { validate: (key) => key.trim() !== "" || "Name it." })}
                maxLength={255}
              />
            </Field>
            <Field label="Percent" required>
              <TextInput
                type="number"
                step="any"
                min={0}
                max={100}
                {...register(`variants.${place}.percent`)}
              />
            </Field>
            <Field label="Value clients get" required>
              <TextInput {...register(`variants.${place}.value`)} />
            </Field>
            <label className="flex h-8 items-center gap-1.5">
              <input
                type="radio"
                name="control"
                checked={variants[place]?.isControl ?? false}
                onChange={() => choose(place)}
                className="size-4 accent-accent"
              />
              Control
            </label>
            <Button
              size="icon"
              look="ghost"
              aria-label={`Remove the variant ${variants[place]?.key || place + 1}`}
              disabled={fields.length < 2}
              onClick={() => remove(place)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <p
        className={`mt-2 text-xs ${Math.abs(sum - 100) < 0.001 ? "text-ink-faint" : "font-medium text-bad-text"}`}
      >
        Together {Number(sum.toFixed(4))} %{Math.abs(sum - 100) < 0.001 ? "" : "; it must be 100 %"}.
      </p>
    </Card>
  );
}
