import { Upload } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { toast } from "../ui/toast.ts";
import { type ImportBody, type ImportReport, useDictionaryChanges } from "./changes.ts";
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

/** What became of a try, and what was tried: a text that has changed since needs another. */
type Tried = { text: string; truncate: boolean; report?: ImportReport; failure?: unknown };

function OpenImport({ onClose }: { onClose: () => void }) {
  const changes = useDictionaryChanges();
  const [text, setText] = useState("");
  const [truncate, setTruncate] = useState(false);
  const [last, setLast] = useState<Tried>();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const read = readImportText(text);
  const tried = last?.text === text && last.truncate === truncate ? last : undefined;
  const run = async (isTruncate: boolean, act: (body: ImportBody) => Promise<Partial<Tried>>) => {
    if (!read.ok) return;
    setBusy(true);
    const outcome = await act({ ...read.body, truncate: isTruncate }).catch((failure: unknown) => ({
      failure,
    }));
    setLast({ text, truncate: isTruncate, ...outcome });
    setTyped("");
    setBusy(false);
  };
  const tryIt = (isTruncate: boolean) =>
    run(isTruncate, async (body) => ({ report: await changes.tryImport(body) }));
  const importIt = () =>
    run(truncate, async (body) => {
      const { added, changed, removed } = await changes.import(body);
      toast(`Imported: ${added} added, ${changed} changed, ${removed} deleted`);
      onClose();
      return {};
    });
  const report = tried?.report;
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
          onText={setText}
          truncate={truncate}
          removed={truncate ? report?.removed : undefined}
          onTruncate={(next) => {
            setTruncate(next);
            void tryIt(next);
          }}
        />
        {tried?.failure === undefined ? null : (
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
