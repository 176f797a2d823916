import { Upload } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { toast } from "../ui/toast.ts";
import { type ImportReport, useDictionaryChanges } from "./changes.ts";
import { ImportSource } from "./ImportSource.tsx";
import { ImportSummary } from "./ImportSummary.tsx";
import { readImportText } from "./import-text.ts";

/** Reads a file, shows what it would change, and does it. */
export function ImportDialog() {
  const { whyNot } = useProject();
  const [open, setOpen] = useState(false);
  const reason = whyNot("dictionary:write");
  return (
    <>
      <Button disabledReason={reason} onClick={() => setOpen(true)} data-testid="dictionary.import">
        <Upload aria-hidden /> Import
      </Button>
      {open ? <OpenImport onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type Tried = { report?: ImportReport; failure?: unknown };

function OpenImport({ onClose }: { onClose: () => void }) {
  const changes = useDictionaryChanges();
  const [text, setText] = useState("");
  const [truncate, setTruncate] = useState(false);
  const [tried, setTried] = useState<Tried>({});
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const read = readImportText(text);
  const run = async (act: () => Promise<Tried>) => {
    setBusy(true);
    setTried(await act().catch((failure: unknown) => ({ failure })));
    setTyped("");
    setBusy(false);
  };
  const tryIt = (isTruncate: boolean) =>
    run(async () =>
      read.ok ? { report: await changes.tryImport({ ...read.body, truncate: isTruncate }) } : {},
    );
  const importIt = () =>
    run(async () => {
      if (!read.ok) return {};
      const { added, changed, removed } = await changes.import({ ...read.body, truncate });
      toast(`Imported: ${added} added, ${changed} changed, ${removed} deleted`);
      onClose();
      return {};
    });
  const { report } = tried;
  const removed = report?.removed ?? 0;
  const isConfirmed = removed === 0 || typed.trim() === String(removed);
  return (
    <Dialog
      open
      wide
      onOpenChange={(next) => next || onClose()}
      title="Import a dictionary"
      data-testid="import.dialog"
      footer={
        <>
          <DialogClose />
          <Button
            busy={busy}
            disabled={!read.ok}
            onClick={() => void tryIt(truncate)}
            data-testid="import.try"
          >
            See what would change
          </Button>
          <Button
            look={removed > 0 ? "danger" : "primary"}
            busy={busy}
            disabled={report === undefined || !isConfirmed}
            onClick={() => void importIt()}
            data-testid="import.do"
          >
            Import
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <ImportSource
          text={text}
          fault={read.ok || text === "" ? undefined : read.fault}
          onText={(next) => {
            setText(next);
            setTried({});
          }}
          truncate={truncate}
          removed={truncate ? report?.removed : undefined}
          onTruncate={(next) => {
            setTruncate(next);
            setTried({});
            if (read.ok && text !== "") void tryIt(next);
          }}
        />
        {tried.failure === undefined ? null : (
          <FailureNotice failure={tried.failure} title="Nothing was changed" />
        )}
        {report === undefined ? null : <ImportSummary report={report} />}
        {removed === 0 ? null : (
          <Field label={`Type ${removed} to confirm that ${removed} entries are deleted`} required>
            <TextInput
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              data-testid="import.typed"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
