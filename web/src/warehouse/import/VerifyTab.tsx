import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { Waiting } from "../../ui/Waiting.tsx";
import { useImportChanges } from "../changes.ts";
import type { ImportKind } from "../choices.ts";
import type { Import, Verification } from "../queries.ts";
import { VerifyResult } from "./VerifyResult.tsx";

const PROFILES =
  "Reads the whole table and compares each row with the profile of its id, value by value. Properties that only others write are not looked at.";
const HOW: Record<ImportKind, string> = {
  event_stream:
    "Reads the whole table once and compares it with what is stored here, row by row, by digests.",
  people: PROFILES,
  groups: PROFILES,
  lookup_table: "Reads the whole table and compares it with the lookup table, cell by cell.",
};

/** Proof that the store equals the table, or the rows that differ. */
export function VerifyTab({ one }: { one: Import }) {
  const { projectId, whyNot } = useProject();
  const { verify } = useImportChanges(projectId);
  const [state, setState] = useState<{ busy?: true; result?: Verification; failure?: unknown }>({});
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
        <Button
          busy={state.busy}
          disabledReason={whyNot("warehouse:read")}
          onClick={run}
          data-testid="import.verify"
        >
          {state.busy ? "Comparing …" : "Compare now"}
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft">{HOW[one.import_type]} Nothing is changed.</p>
      {state.busy ? <Waiting /> : null}
      {state.failure === undefined ? null : (
        <FailureNotice failure={state.failure} title="The comparison did not come to an end" onRetry={run} />
      )}
      {state.result === undefined ? null : <VerifyResult one={one} result={state.result} />}
    </Card>
  );
}
