import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { toast } from "../../ui/toast.ts";
import { useImportChanges } from "../changes.ts";
import { FactList } from "../FactList.tsx";
import { estimateQuery, sourcesQuery } from "../queries.ts";
import { FREQUENCIES, kindLabel, modeLabel, tableName } from "../words.ts";
import type { Draft } from "./draft.ts";
import { EstimateFacts } from "./EstimateFacts.tsx";
import { MappedPreview } from "./MappedPreview.tsx";
import type { StepProps } from "./NewImportPage.tsx";
import { toBody } from "./to-body.ts";

/** Everything once more, with what a first run would meet, before anything is imported. */
export function ReviewStep({ draft }: StepProps) {
  const { projectId } = useProject();
  const navigate = useNavigate();
  const { create } = useImportChanges(projectId);
  const body = toBody(draft);
  const estimate = useQuery(estimateQuery(projectId, body));
  const [state, setState] = useState<{ busy?: true; failure?: unknown }>({});
  const submit = () => {
    setState({ busy: true });
    create(draft.kind ?? "event_stream", body).then(
      (made) => {
        toast(`The import of ${tableName(made.table_params)} is created`);
        return navigate({
          to: "/p/$projectId/warehouse/$importId",
          params: { projectId, importId: made.id },
        });
      },
      (failure: unknown) => setState({ failure }),
    );
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="min-w-0 space-y-4">
        <Card title="The import">
          <DraftFacts draft={draft} />
        </Card>
        <Card title="What the first run would meet">
          <QueryState query={estimate} failedTitle="This import cannot be made">
            {(found) => (
              <EstimateFacts estimate={found} isEvents={(draft.kind ?? "event_stream") === "event_stream"} />
            )}
          </QueryState>
        </Card>
        {state.failure === undefined ? null : (
          <FailureNotice failure={state.failure} title="The import was not created" />
        )}
        <Button
          look="primary"
          busy={state.busy}
          disabledReason={estimate.error === null ? undefined : "Mend what the box above says first."}
          onClick={submit}
          data-testid="wizard.create"
        >
          {state.busy ? "Creating …" : "Create import"}
        </Button>
      </div>
      <div className="min-w-0 space-y-4">
        <MappedPreview draft={draft} hideWarnings />
        <details className="rounded-lg border border-line bg-surface px-4 py-3">
          <summary className="cursor-pointer font-medium">The same as an API call</summary>
          <div className="mt-3">
            <CodeBlock label="body of the call" code={JSON.stringify(body, null, 2)} />
          </div>
        </details>
      </div>
    </div>
  );
}

function DraftFacts({ draft }: { draft: Draft }) {
  const { projectId } = useProject();
  const sources = useQuery(sourcesQuery(projectId));
  const source = sources.data?.find(({ id }) => id === draft.source);
  const every = FREQUENCIES.find(({ value }) => value === (draft.every ?? "demand"));
  const roles = Object.entries(draft.roles ?? {}).map(
    ([role, column]) => `${column} → ${role.replace(/_column(_name)?$/, "")}`,
  );
  return (
    <FactList
      facts={[
        ["Source", source?.source_name ?? String(draft.source)],
        ["Table", tableName(draft.table ?? {})],
        ["Becomes", `${kindLabel(draft.kind ?? "event_stream")}${draft.event ? ` “${draft.event}”` : ""}`],
        ["Columns", roles.join(", ")],
        ["Mode", modeLabel(draft.mode ?? "one_time")],
        ["Frequency", draft.mode === "one_time" ? "Once, at creation" : (every?.label ?? "")],
        [
          "Time frame",
          draft.from || draft.to ? `${draft.from ?? "…"} to before ${draft.to ?? "…"}` : "All of it",
        ],
      ]}
    />
  );
}
