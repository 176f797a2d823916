import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Notice } from "../ui/Notice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import { toast } from "../ui/toast.ts";
import { type ImportedEntry, type ImportReport, useDictionaryChanges } from "./changes.ts";
import { DifferenceList } from "./DifferenceList.tsx";
import type { ShownEntry } from "./queries.ts";
import { schemaQuery } from "./schema-queries.ts";
import { readSchemaText, schemaText } from "./schema-text.ts";

/** The schema as JSON. It is held against the server's rules before it is saved, and shows what would change. */
export function SchemaEditor({ entry }: { entry: ShownEntry }) {
  const { projectId } = useProject();
  const schema = useQuery({
    ...schemaQuery(projectId, { entityType: entry.entity_type, name: entry.name }),
    enabled: entry.declared,
  });
  if (!entry.declared) return <SchemaForm entry={entry} stored={schemaText({ properties: {} })} />;
  return (
    <QueryState query={schema} failedTitle="The schema could not be loaded">
      {(stored) => <SchemaForm entry={entry} stored={schemaText(stored)} />}
    </QueryState>
  );
}

type Checked = { report?: ImportReport; failure?: unknown };

function SchemaForm({ entry, stored }: { entry: ShownEntry; stored: string }) {
  const { whyNot } = useProject();
  const { tryImport, upload } = useDictionaryChanges();
  const [text, setText] = useState(stored);
  const [checked, setChecked] = useState<Checked>({});
  const [busy, setBusy] = useState(false);
  const reason = whyNot("dictionary:write");
  const read = readSchemaText(text);
  const run = (act: (entry: ImportedEntry) => Promise<Checked>) => async () => {
    if (!read.ok) return;
    setBusy(true);
    const given = { entityType: entry.entity_type, name: entry.name, schemaJson: read.schema };
    setChecked(await act(given).catch((failure: unknown) => ({ failure })));
    setBusy(false);
  };
  const check = run(async (given) => ({ report: await tryImport({ entries: [given] }) }));
  const save = run(async (given) => {
    await upload(given);
    toast("Schema saved");
    return {};
  });
  return (
    <div className="space-y-3">
      <Notice>
        The schema takes the place of the one stored. Metadata that it leaves out stays; a key that is{" "}
        <code className="font-mono">null</code> goes. JSON Schema, draft-07.
      </Notice>
      <Field label="Schema (JSON)" required error={read.ok ? undefined : read.fault}>
        <Textarea
          rows={20}
          spellCheck={false}
          className="font-mono text-xs leading-5"
          value={text}
          readOnly={reason !== undefined}
          data-testid="schema.text"
          onChange={(event) => {
            setText(event.target.value);
            setChecked({});
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          disabled={!read.ok}
          disabledReason={reason}
          onClick={() => void check()}
          data-testid="schema.check"
        >
          Check
        </Button>
        <Button
          look="primary"
          busy={busy}
          disabled={!read.ok || text === stored}
          disabledReason={reason}
          onClick={() => void save()}
          data-testid="schema.save"
        >
          Save
        </Button>
      </div>
      {checked.failure === undefined ? null : (
        <FailureNotice failure={checked.failure} title="The schema does not fit" />
      )}
      {checked.report === undefined ? null : (
        <section aria-label="What would change" aria-live="polite">
          <h3 className="mb-1 text-sm font-semibold">What would change</h3>
          <DifferenceList difference={checked.report.changes[0]?.difference ?? []} />
        </section>
      )}
    </div>
  );
}
