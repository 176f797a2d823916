import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { Notice } from "../ui/Notice.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { type BulkEdit, planBulkEdit, readWords } from "./bulk-edit.ts";
import type { EntryLine } from "./queries.ts";
import { countOf } from "./StatusDialog.tsx";
import { useEntryEdits } from "./useEntryEdits.ts";

const FIELDS = [
  { key: "tags", add: "Add tags", remove: "Remove tags", hint: "Several with commas between." },
  { key: "contacts", add: "Add contacts", remove: "Remove contacts", hint: "E-mail addresses." },
  { key: "team_contacts", add: "Add teams", remove: "Remove teams", hint: "Names of teams." },
] as const;

type Texts = Record<string, string>;

type BulkEditDialogProps = { lines: readonly EntryLine[]; onClose: () => void; onDone: () => void };

/** Tags and owners of many entries at once. What each has besides stays. */
export function BulkEditDialog({ lines, onClose, onDone }: BulkEditDialogProps) {
  const [texts, setTexts] = useState<Texts>({});
  const [busy, setBusy] = useState(false);
  const save = useEntryEdits();
  const { edits, before } = planBulkEdit(lines, toEdit(texts));
  const apply = async () => {
    setBusy(true);
    const isSaved = await save(edits, before, `${countOf(edits.length, "event")} changed`);
    setBusy(false);
    if (!isSaved) return;
    onClose();
    onDone();
  };
  const field = (key: string, label: string, hint: string) => (
    <Field label={label} hint={hint}>
      <TextInput
        value={texts[key] ?? ""}
        maxLength={2000}
        data-testid={`dictionary.bulk.${key}`}
        onChange={(event) => setTexts({ ...texts, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={`Edit ${countOf(lines.length, "event")}`}
      data-testid="dictionary.bulk.dialog"
      footer={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={busy}
            disabled={edits.length === 0}
            onClick={() => void apply()}
            data-testid="dictionary.bulk.apply"
          >
            Change {countOf(edits.length, "event")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {FIELDS.map(({ key, add, remove, hint }) => (
          <div key={key} className="grid gap-3 sm:grid-cols-2">
            {field(`${key}.add`, add, hint)}
            {field(`${key}.remove`, remove, inUse(lines, key))}
          </div>
        ))}
        <Notice>All of them change or none. Each gets a version in its history.</Notice>
      </div>
    </Dialog>
  );
}

const WORDS_SHOWN = 8;

function inUse(lines: readonly EntryLine[], key: keyof BulkEdit): string {
  const words = [...new Set(lines.flatMap((line) => line[key]))];
  return words.length === 0 ? "They have none." : `They have: ${words.slice(0, WORDS_SHOWN).join(", ")}`;
}

const toEdit = (texts: Texts): BulkEdit => {
  const of = (key: string) => ({
    add: readWords(texts[`${key}.add`] ?? ""),
    remove: readWords(texts[`${key}.remove`] ?? ""),
  });
  return { tags: of("tags"), contacts: of("contacts"), team_contacts: of("team_contacts") };
};
