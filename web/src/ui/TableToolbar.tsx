import { Columns3, Download } from "lucide-react";
import { use } from "react";
import { Button } from "./Button.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { csvText } from "./csv.ts";
import { downloadFile } from "./download-file.ts";
import { DownloadRight } from "./download-right.ts";
import { Popover } from "./Popover.tsx";
import type { DataTableProps, TableColumn } from "./table-types.ts";

type TableToolbarProps<Row> = {
  props: DataTableProps<Row>;
  model: {
    shown: readonly string[];
    setShown: (columns: readonly string[]) => void;
    table: { getRowModel(): { rows: { original: Row }[] } };
  };
};

/** What stands above a table: the page's own tools, which columns, and the file. */
export function TableToolbar<Row>({ props, model }: TableToolbarProps<Row>) {
  const { columns, toolbar } = props;
  const csvName = use(DownloadRight) ? props.csvName : undefined;
  const hasChoice = columns.some(({ hiddenAtFirst }) => hiddenAtFirst) || columns.length > 5;
  if (toolbar === undefined && csvName === undefined && !hasChoice) return null;
  const download = () => {
    const shown = columns.filter((column) => column.isName || model.shown.includes(column.id));
    const rows = model.table.getRowModel().rows.map(({ original }) => original);
    downloadFile(`${csvName}.csv`, csvText(csvRows(shown, rows)));
  };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{toolbar}</div>
      {hasChoice ? <ColumnPicker columns={columns} {...model} /> : null}
      {csvName === undefined ? null : (
        <Button size="sm" look="ghost" onClick={download} data-testid="table.csv">
          <Download aria-hidden /> CSV
        </Button>
      )}
    </div>
  );
}

function csvRows<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]) {
  const written = columns.flatMap(({ header, csv, sortBy }) => {
    const value = csv ?? sortBy;
    return value === undefined ? [] : [{ header, value }];
  });
  const cell = (value: ReturnType<(typeof written)[number]["value"]>) =>
    value instanceof Date ? value.toISOString() : value;
  return [
    written.map(({ header }) => header),
    ...rows.map((row) => written.map(({ value }) => cell(value(row)))),
  ];
}

type ColumnPickerProps = {
  columns: readonly { id: string; header: string; isName?: boolean }[];
  shown: readonly string[];
  setShown: (columns: readonly string[]) => void;
};

const ColumnPicker = ({ columns, shown, setShown }: ColumnPickerProps) => (
  <Popover
    label="Columns"
    align="end"
    trigger={
      <Button size="sm" look="ghost" data-testid="table.columns">
        <Columns3 aria-hidden /> Columns
      </Button>
    }
  >
    <fieldset className="min-w-40 space-y-0.5">
      <legend className="mb-1 text-xs text-ink-faint">Columns</legend>
      {columns.map(({ id, header, isName = false }) => (
        <Checkbox
          key={id}
          label={header}
          checked={isName || shown.includes(id)}
          disabled={isName}
          onChange={(event) =>
            setShown(event.target.checked ? [...shown, id] : shown.filter((column) => column !== id))
          }
        />
      ))}
    </fieldset>
  </Popover>
);
