import { DataTable } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import type { TableColumn } from "../../ui/table-types.ts";
import { Moment } from "../Moment.tsx";
import type { Import, Verification } from "../queries.ts";

type Difference = Verification["differences"][number];

const SIDES = { warehouse: "Only in the table", store: "Only here" } as const;

const COLUMNS: readonly TableColumn<Difference>[] = [
  { id: "side", header: "Where", isName: true, cell: whereWords, sortBy: whereWords },
  {
    id: "key",
    header: "Row",
    cell: (one) => <code className="font-mono text-xs wrap-anywhere">{keyWords(one)}</code>,
    sortBy: keyWords,
  },
];

function whereWords({ side, properties }: Difference): string {
  return properties === null ? SIDES[side] : `Not the same: ${properties.join(", ")}`;
}

function keyWords({ key, row_key: rowKey }: Difference): string {
  if (key === null) return rowKey;
  return Object.entries(key)
    .map(([name, value]) => (value === "" ? `without ${name}` : `${name} = ${value}`))
    .join(", ");
}

function adviceFor({ sync_mode: mode, import_type: kind }: Import): string {
  if (mode === "time_based" || mode === "one_time")
    return "This mode does not follow rows that are changed or deleted later, so these may be expected.";
  if (kind === "event_stream")
    return "The next run makes them equal. A row that changed is listed twice: as the table has it, and by its digest as it is here.";
  if (kind === "lookup_table") return "The next run makes them equal.";
  const kept = mode === "full_sync" ? " Profiles of rows that are gone stay as they are in this mode." : "";
  return `The next run brings rows that changed in the table; a value that something else has overwritten comes back when the import is loaded anew.${kept}`;
}

function titleOf({ differences, cut }: Verification): string {
  if (cut) return `More than ${differences.length} differences`;
  return differences.length === 1 ? "1 difference" : `${differences.length} differences`;
}

const skippedWords = (rows: number): string =>
  rows === 1
    ? "1 row without an id is passed over."
    : `${formatCount(rows)} rows without an id are passed over.`;

const copiesWords = (rows: number): string =>
  rows === 1
    ? "1 row has the insert id, time, event and user of another: reports count the two once."
    : `${formatCount(rows)} rows have the insert id, time, event and user of another: reports count such rows once.`;

export function VerifyResult({ one, result }: { one: Import; result: Verification }) {
  const isProfiles = one.import_type === "people" || one.import_type === "groups";
  const rows = `${formatCount(result.rows_warehouse)} ${isProfiles ? "ids" : "rows"} in the table, ${formatCount(result.rows_stored)} here`;
  const skipped = result.rows_skipped === 0 ? "" : ` ${skippedWords(result.rows_skipped)}`;
  const copies = result.rows_copies === 0 ? "" : ` ${copiesWords(result.rows_copies)}`;
  if (result.equal) {
    return (
      <Notice tone="ok" title="Equal" role="status" data-testid="import.verified">
        As of <Moment at={result.as_of} />: {rows}.{skipped}
        {copies}
      </Notice>
    );
  }
  return (
    <div className="space-y-3" data-testid="import.verified">
      <Notice tone="warn" title={titleOf(result)} role="status">
        As of <Moment at={result.as_of} />: {rows}.{skipped}
        {copies} {adviceFor(one)}
      </Notice>
      <DataTable
        label="Differences"
        rows={result.differences}
        rowId={({ side, row_key: key }) => `${side} ${key}`}
        columns={COLUMNS}
        csvName={`import-${one.id}-differences`}
      />
    </div>
  );
}
