import { StatusChip } from "../ui/StatusChip.tsx";
import type { ImportReport } from "./changes.ts";
import { DifferenceList } from "./DifferenceList.tsx";

const CHANGES = {
  added: { tone: "ok", word: "Added" },
  changed: { tone: "info", word: "Changed" },
  removed: { tone: "bad", word: "Deleted" },
} as const;

const SHOWN_MAX = 100;

/** What an import would change: how many entries, and each difference. */
export const ImportSummary = ({ report }: { report: ImportReport }) => (
  <section aria-label="What would change" aria-live="polite" data-testid="import.report">
    <p className="mb-2 font-medium">
      {report.added} added, {report.changed} changed, {report.removed} deleted, {report.unchanged} unchanged
    </p>
    <ul className="max-h-80 space-y-2 overflow-y-auto">
      {report.changes.slice(0, SHOWN_MAX).map(({ entity_type, name, change, difference }) => (
        <li key={`${entity_type} ${name}`} className="rounded-lg border border-line p-2">
          <details>
            <summary className="cursor-pointer wrap-anywhere">
              <StatusChip tone={CHANGES[change].tone}>{CHANGES[change].word}</StatusChip> {name}
              {entity_type === "profile" ? " (profiles)" : ""}
            </summary>
            {change === "removed" ? null : <DifferenceList difference={difference} />}
          </details>
        </li>
      ))}
    </ul>
    {report.changes.length > SHOWN_MAX ? (
      <p className="mt-1 text-xs text-ink-soft">The first {SHOWN_MAX} are shown; the counts are of all.</p>
    ) : null}
  </section>
);
