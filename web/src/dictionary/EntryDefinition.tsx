import type { ReactNode } from "react";
import { useProject } from "../app/useProject.ts";
import { readWords } from "./bulk-edit.ts";
import { EditableText } from "./EditableText.tsx";
import { Moment } from "./Moment.tsx";
import type { EntryEdit, ShownEntry } from "./queries.ts";
import { useEntryEdits } from "./useEntryEdits.ts";

const TEXTS = [
  { key: "display_name", label: "Display name", maxLength: 255 },
  { key: "description", label: "Description", maxLength: 4096 },
] as const;
const LISTS = [
  { key: "tags", label: "Tags" },
  { key: "contacts", label: "Contacts" },
  { key: "team_contacts", label: "Teams" },
] as const;

/** What people say about the entry, edited in place, and what is known of it. */
export function EntryDefinition({ entry }: { entry: ShownEntry }) {
  const { whyNot } = useProject();
  const save = useEntryEdits();
  const disabledReason = whyNot("dictionary:write");
  const ref = { entity_type: entry.entity_type, name: entry.name };
  const change = (label: string, next: Partial<EntryEdit>, before: Partial<EntryEdit>) =>
    save([{ ...ref, ...next }], [{ ...ref, ...before }], `${label} saved`);
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {TEXTS.map(({ key, label, maxLength }) => (
        <Fact key={key} label={label}>
          <EditableText
            {...{ label, maxLength, disabledReason, value: entry[key] }}
            data-testid={`entry.edit.${key}`}
            onSave={(value) => change(label, { [key]: value }, { [key]: entry[key] })}
          />
        </Fact>
      ))}
      {LISTS.map(({ key, label }) => (
        <Fact key={key} label={label}>
          <EditableText
            {...{ label: `${label}, with commas between`, maxLength: 4096, disabledReason }}
            value={entry[key].length === 0 ? null : entry[key].join(", ")}
            data-testid={`entry.edit.${key}`}
            onSave={(value) => change(label, { [key]: value && readWords(value) }, { [key]: entry[key] })}
          />
        </Fact>
      ))}
      {entry.entity_type === "event" ? <SeenFacts entry={entry} /> : null}
      <Fact label="Schema">
        {entry.version === null ? "Not declared yet" : `Version ${entry.version}, by ${entry.changed_by}`}
      </Fact>
      {entry.changed_at === null ? null : (
        <Fact label="Changed">
          <Moment at={entry.changed_at} />
        </Fact>
      )}
      {entry.source === null ? null : <Fact label="Source">{entry.source}</Fact>}
    </dl>
  );
}

const SeenFacts = ({ entry }: { entry: ShownEntry }) => (
  <>
    <Fact label="Events of the last 30 days">{entry.volume_30d.toLocaleString("en")}</Fact>
    <Fact label="First seen">
      <Moment at={entry.first_seen_at} />
    </Fact>
    <Fact label="Last seen">
      <Moment at={entry.last_seen_at} />
    </Fact>
  </>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-faint">{label}</dt>
    <dd className="min-h-7 wrap-anywhere">{children}</dd>
  </div>
);
