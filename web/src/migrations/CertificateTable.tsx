import { CircleCheck, TriangleAlert } from "lucide-react";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount } from "../ui/format.ts";
import { StatusChip } from "../ui/StatusChip.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import type { Certificate, CertificateLine } from "./queries.ts";
import { reasonsWords } from "./words.ts";

type CertificateTableProps = {
  certificate: Certificate;
  onlyDifferences: boolean;
  onOnlyDifferences: (isOnly: boolean) => void;
};

const differs = ({ exported, stored }: CertificateLine): boolean => exported !== stored;

/** Exported against stored by day and event; every line says what became of the rest. */
export function CertificateTable({ certificate, onlyDifferences, onOnlyDifferences }: CertificateTableProps) {
  const { lines, job_id } = certificate;
  const rows = onlyDifferences ? lines.filter(differs) : lines;
  return (
    <DataTable
      label="Exported and stored by day and event"
      rows={rows}
      rowId={({ day, event }) => JSON.stringify([day, event])}
      columns={COLUMNS}
      csvName={`certificate_${job_id}`}
      data-testid="migrations.certificate-table"
      toolbar={
        <Checkbox
          label={`Only what differs (${formatCount(lines.filter(differs).length)})`}
          checked={onlyDifferences}
          onChange={(event) => onOnlyDifferences(event.target.checked)}
        />
      }
    />
  );
}

const COLUMNS: TableColumn<CertificateLine>[] = [
  {
    id: "day",
    className: "whitespace-nowrap",
    header: "Day (UTC)",
    sortBy: ({ day }) => day,
    cell: ({ day }) => day || "–",
  },
  {
    id: "event",
    header: "Event",
    isName: true,
    sortBy: ({ event }) => event,
    cell: ({ event }) => <span className="wrap-anywhere">{event || "(no event)"}</span>,
  },
  {
    id: "exported",
    header: "Exported",
    align: "right",
    sortBy: ({ exported }) => exported,
    cell: ({ exported }) => formatCount(exported),
  },
  {
    id: "stored",
    header: "Stored",
    align: "right",
    sortBy: ({ stored }) => stored,
    cell: ({ stored }) => formatCount(stored),
  },
  {
    id: "result",
    header: "Result",
    csv: (line) => (differs(line) ? restWords(line) : "all stored"),
    cell: (line) =>
      differs(line) ? (
        <span className="flex flex-wrap items-center gap-1.5">
          <StatusChip tone="warn" icon={TriangleAlert}>
            Differs
          </StatusChip>
          <span className="text-xs wrap-anywhere text-ink-soft">{restWords(line)}</span>
        </span>
      ) : (
        <StatusChip tone="ok" icon={CircleCheck}>
          All stored
        </StatusChip>
      ),
  },
];

const restWords = ({ duplicates, not_taken }: CertificateLine): string =>
  [duplicates > 0 ? `${formatCount(duplicates)} there already` : "", reasonsWords(not_taken)]
    .filter((words) => words !== "")
    .join(", ");
