import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { Waiting } from "../../ui/Waiting.tsx";
import { useImportChanges } from "../changes.ts";
import type { Import, Verification } from "../queries.ts";
import { VerifyResult } from "./VerifyResult.tsx";

/** Proof that the store equals the table, or the rows that differ. */
export function VerifyTab({ one }: { one: Import }) {
  const { projectId, whyNot } = useProject();
  const { verify } = useImportChanges(projectId);
  const [state, setState] = useState<{ busy?: true; result?: Verification; failure?: unknown }>({});
  const reason =
    one.import_type === "event_stream"
      ? whyNot("warehouse:read")
      : "Only imports of events can be compared row by row.";
  const run = () => {
    setState({ busy: true });
    verify(one.id).then(
      (result) => setState({ result }),
      (failure: unknown) => setState({ failure }),
    );
  };
  return (
    <Card
      title="Does the store equal the table?"
      action={
        <Button busy={state.busy} disabledReason={reason} onClick={run} data-testid="import.verify">
          {state.busy ? "Comparing …" : "Compare now"}
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft">
        Reads the whole table once and compares it with what is stored here, row by row, by digests. Nothing
        is changed.
      </p>
      {state.busy ? <Waiting /> : null}
      {state.failure === undefined ? null : (
        <FailureNotice failure={state.failure} title="The comparison did not come to an end" onRetry={run} />
      )}
      {state.result === undefined ? null : <VerifyResult one={one} result={state.result} />}
    </Card>
  );
}
