import { Field } from "../ui/Field.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Textarea } from "../ui/Textarea.tsx";

type ImportSourceProps = {
  text: string;
  fault: string | undefined;
  onText: (text: string) => void;
  truncate: boolean;
  /** How many entries go, where it is known. */
  removed: number | undefined;
  onTruncate: (truncate: boolean) => void;
};

/** The file, and whether it takes the place of everything. */
export const ImportSource = ({ text, fault, onText, truncate, removed, onTruncate }: ImportSourceProps) => (
  <>
    <Field label="File, CSV or JSON as it was exported" required>
      <FileInput onText={onText} />
    </Field>
    <Field label="Or paste it" required error={fault}>
      <Textarea
        rows={6}
        spellCheck={false}
        className="font-mono text-xs"
        value={text}
        data-testid="import.text"
        onChange={(event) => onText(event.target.value)}
      />
    </Field>
    <p className="text-xs text-ink-soft">
      What the file does not mention stays. Of JSON, metadata that is left out stays and a key that is null
      goes; of CSV, an empty cell takes away.
    </p>
    <div className="rounded-lg bg-bad-soft px-3 py-2 text-bad-text">
      <Switch
        checked={truncate}
        onChange={onTruncate}
        data-testid="import.truncate"
        label={<strong>Delete every entry that the file does not have</strong>}
      />
      <p className="text-xs">
        {removed === undefined
          ? "The file takes the place of the whole dictionary. How many entries go is said before anything is done."
          : `${removed.toLocaleString("en")} ${removed === 1 ? "entry" : "entries"} will be deleted. Each can be restored from its history.`}
      </p>
    </div>
  </>
);

const FileInput = ({ onText }: { onText: (text: string) => void }) => (
  <input
    type="file"
    aria-label="File, CSV or JSON"
    accept=".csv,.json,text/csv,application/json"
    className="block w-full text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-line-strong/60 file:bg-surface file:px-3 file:text-ink"
    data-testid="import.file"
    onChange={(event) => void event.target.files?.[0]?.text().then(onText)}
  />
);
