import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type Column, estimateQuery } from "../queries.ts";
import type { Draft } from "./draft.ts";
import { lastMonth } from "./last-month.ts";
import { toBody } from "./to-body.ts";

const TIMES = ["moment", "timestamp", "date"];

type TryPartProps = { draft: Draft; time: Column | undefined; onChange: (draft: Draft) => void };

/** Only rows of some days, to look at what comes of them before all of history counts towards the usage. */
export function TryPart({ draft, time, onChange }: TryPartProps) {
  const { projectId } = useProject();
  const { from: _, to: __, ...whole } = draft;
  const estimate = useQuery(estimateQuery(projectId, toBody({ ...whole, mode: "one_time" })));
  if (time === undefined || !TIMES.includes(time.mapped_type)) return null;
  const month = lastMonth(estimate.data?.to ?? null);
  const set = (key: "from" | "to", day: string) => {
    const { [key]: _, ...rest } = draft;
    onChange(day === "" ? rest : { ...rest, [key]: day });
  };
  return (
    <Card title="Try one month first">
      <p className="mb-3 text-ink-soft">
        Imported events count towards this month's usage. With a time frame only rows of these days are
        imported; when they are as you want them, delete the try with its data and create the import without a
        time frame.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="From (this day on)">
          <TextInput
            type="date"
            value={draft.from ?? ""}
            data-testid="wizard.from"
            onChange={(event) => set("from", event.target.value)}
          />
        </Field>
        <Field label="To (before this day)">
          <TextInput
            type="date"
            value={draft.to ?? ""}
            data-testid="wizard.to"
            onChange={(event) => set("to", event.target.value)}
          />
        </Field>
        {month === undefined ? null : (
          <Button onClick={() => onChange({ ...draft, ...month })} data-testid="wizard.last-month">
            Only its last month
          </Button>
        )}
        {draft.from === undefined && draft.to === undefined ? null : (
          <Button look="ghost" onClick={() => onChange(whole)}>
            All of it
          </Button>
        )}
      </div>
    </Card>
  );
}
