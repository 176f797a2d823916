import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { columnsQuery } from "../queries.ts";
import { kindLabel } from "../words.ts";
import { EventNameField } from "./EventNameField.tsx";
import { KindFields } from "./KindFields.tsx";
import { MappedPreview } from "./MappedPreview.tsx";
import { missingPart } from "./missing-part.ts";
import type { StepProps } from "./NewImportPage.tsx";
import { PropertyColumns } from "./PropertyColumns.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { ROLES_OF } from "./roles.ts";

/** What the columns mean, beside the events that come of it. */
export function MapStep({ draft, onChange, onStep }: StepProps) {
  const { projectId } = useProject();
  const columns = useQuery(columnsQuery(projectId, draft.source ?? 0, draft.table ?? {}));
  const kind = draft.kind ?? "event_stream";
  const missing = missingPart(draft);
  return (
    <QueryState query={columns} failedTitle="The table could not be read">
      {(described) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="min-w-0 space-y-4">
            <Card title={kindLabel(kind)} className="space-y-4">
              {kind === "event_stream" ? (
                <EventNameField columns={described.columns} draft={draft} onChange={onChange} />
              ) : (
                <KindFields draft={draft} onChange={onChange} />
              )}
              {ROLES_OF[kind].map((words) => (
                <RoleSelect
                  key={words.role}
                  words={words}
                  columns={described.columns}
                  draft={draft}
                  onChange={onChange}
                />
              ))}
            </Card>
            <PropertyColumns columns={described.columns} draft={draft} onChange={onChange} />
          </div>
          <div className="min-w-0 space-y-4 lg:sticky lg:top-4">
            <MappedPreview draft={draft} missing={missing} />
            <Button
              look="primary"
              disabledReason={missing === undefined ? undefined : `Fill in ${missing} first.`}
              data-testid="wizard.next"
              onClick={() => onStep("mode")}
            >
              Choose how it runs
            </Button>
          </div>
        </div>
      )}
    </QueryState>
  );
}
