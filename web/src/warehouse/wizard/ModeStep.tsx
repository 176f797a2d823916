import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { Select } from "../../ui/Select.tsx";
import { columnsQuery } from "../queries.ts";
import { FREQUENCIES } from "../words.ts";
import { ModePicker } from "./ModePicker.tsx";
import type { StepProps } from "./NewImportPage.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { INSERT_TIME } from "./roles.ts";
import { TryPart } from "./TryPart.tsx";

/** What a run does with rows that are new, changed or gone, and how often it does so. */
export function ModeStep({ draft, onChange, onStep }: StepProps) {
  const { projectId } = useProject();
  const columns = useQuery(columnsQuery(projectId, draft.source ?? 0, draft.table ?? {}));
  return (
    <QueryState query={columns} failedTitle="The table could not be read">
      {(described) => {
        const time = described.columns.find(({ name }) => name === draft.roles?.time_column_name);
        const mayBeEmpty = draft.mode === "full_sync" && time?.nullable === true;
        return (
          <div className="max-w-3xl space-y-4">
            <Card title="Mode" className="space-y-4">
              <ModePicker draft={draft} onChange={onChange} />
              {draft.mode === "time_based" ? (
                <RoleSelect
                  words={INSERT_TIME}
                  columns={described.columns}
                  draft={draft}
                  onChange={onChange}
                />
              ) : null}
              {mayBeEmpty ? (
                <Checkbox
                  label={`${time.name} is never empty`}
                  hint="Full sync needs a time in every row, and the database does not vouch for this column. A run that meets an empty one fails."
                  checked={draft.notNull ?? false}
                  data-testid="wizard.not-null"
                  onChange={(event) => {
                    const { notNull: _, ...rest } = draft;
                    onChange(event.target.checked ? { ...rest, notNull: true } : rest);
                  }}
                />
              ) : null}
            </Card>
            <Card title="Frequency">
              <Field
                label="A run begins"
                required
                hint={
                  draft.mode === "one_time"
                    ? "A one-time import runs once, as soon as it is created."
                    : "On demand: by Sync now, or by an API call."
                }
              >
                <Select
                  value={draft.mode === "one_time" ? "demand" : (draft.every ?? "demand")}
                  choices={FREQUENCIES}
                  disabled={draft.mode === "one_time"}
                  onChoose={(every) => onChange({ ...draft, every })}
                  data-testid="wizard.every"
                />
              </Field>
            </Card>
            {(draft.kind ?? "event_stream") === "event_stream" ? (
              <TryPart draft={draft} time={time} onChange={onChange} />
            ) : null}
            <Button
              look="primary"
              disabledReason={draft.mode === undefined ? "Choose a mode first." : undefined}
              data-testid="wizard.next"
              onClick={() => onStep("review")}
            >
              Review
            </Button>
          </div>
        );
      }}
    </QueryState>
  );
}
