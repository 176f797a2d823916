import { RadioGroup } from "../ui/RadioGroup.tsx";
import { controlOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";
import { DEFER_VARIANT, NO_VARIANT } from "./words.ts";

type VariantChoiceProps = {
  experiment: Experiment;
  value: string | undefined;
  onChoose: (variant: string) => void;
};

/** Which variant everybody gets from now on. */
export function VariantChoice({ experiment, value, onChoose }: VariantChoiceProps) {
  const control = controlOf(experiment);
  const variants = experiment.variants.map(({ key, description }) => ({
    value: key,
    label: key,
    ...(key === control
      ? { hint: "The control: everything stays as it was." }
      : description
        ? { hint: description }
        : {}),
  }));
  return (
    <RadioGroup
      legend="3. Which variant is shipped?"
      choices={[
        ...variants,
        { value: NO_VARIANT, label: "No variant is shipped", hint: "The flag is switched off." },
        { value: DEFER_VARIANT, label: "Decide that later", hint: "The flag goes on serving as it does." },
      ]}
      value={value}
      onChoose={onChoose}
      data-testid="decide.variant"
    />
  );
}
