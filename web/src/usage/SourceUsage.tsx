import { useMemo } from "react";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatCount } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { Origin } from "./Origin.tsx";
import type { Settled } from "./queries.ts";
import { sourceWords } from "./sources.ts";

type SourceRow = {
  key: string;
  source: string;
  importId: string | null;
  stored: number;
  duplicates: number;
  updates: number;
};

/** Where events came from, each import on a line of its own. */
export function SourceUsage({ lines, month }: { lines: readonly Settled[]; month: string }) {
  const rows = useMemo(() => sumRows(lines), [lines]);
  if (rows.length === 0)
    return (
      <EmptyState title="Nothing was received in this month">
        Choose another month above, or send an event.
      </EmptyState>
    );
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">By source</h2>
      <DataTable
        label="Usage by source"
        rows={rows}
        rowId={({ key }) => key}
        columns={COLUMNS}
        initialSort={{ column: "stored", descending: true }}
        csvName={`usage_${month}_sources`}
        data-testid="usage.sources"
      />
    </section>
  );
}

const COLUMNS: TableColumn<SourceRow>[] = [
  {
    id: "source",
    header: "Source",
    isName: true,
    className: "min-w-32",
    cell: ({ source }) => sourceWords(source),
    sortBy: ({ source }) => sourceWords(source),
  },
  {
    id: "import",
    header: "Import or migration",
    cell: ({ source, importId }) => <Origin source={source} id={importId} />,
    sortBy: ({ importId }) => importId,
  },
  count("stored", "Events", ({ stored }) => stored),
  count("duplicates", "Copies, not counted", ({ duplicates }) => duplicates),
  count("updates", "Copies with newer content", ({ updates }) => updates),
];

function count(id: string, header: string, value: (row: SourceRow) => number): TableColumn<SourceRow> {
  return { id, header, align: "right", cell: (row) => formatCount(value(row)), sortBy: value };
}

function sumRows(lines: readonly Settled[]): SourceRow[] {
  const rows = new Map<string, SourceRow>();
  for (const { source, import_id: importId, stored, duplicate, replaced } of lines) {
    const key = `${source} ${importId ?? ""}`;
    const row = rows.get(key) ?? { key, source, importId, stored: 0, duplicates: 0, updates: 0 };
    row.stored += stored;
    row.duplicates += duplicate;
    row.updates += replaced;
    rows.set(key, row);
  }
  return [...rows.values()].filter(({ stored, duplicates }) => stored + duplicates > 0);
}
