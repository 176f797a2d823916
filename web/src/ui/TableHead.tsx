import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Checkbox } from "./Checkbox.tsx";
import { cx } from "./cx.ts";
import type { DataTableProps, TableColumn, TableSort } from "./table-types.ts";

type TableHeadProps<Row> = {
  props: DataTableProps<Row>;
  model: { sort: TableSort | undefined; setSort: (sort: TableSort | undefined) => void };
  shown: readonly TableColumn<Row>[];
};

const HEAD =
  "sticky top-0 z-10 border-b border-line bg-sunken px-3 py-1.5 text-left text-xs font-medium whitespace-nowrap text-ink-soft";

export function TableHead<Row>({ props, model, shown }: TableHeadProps<Row>) {
  const { rows, rowId, expand, selected, onSelect } = props;
  const all = rows.length > 0 && rows.every((row) => selected?.has(rowId(row)));
  const some = !all && rows.some((row) => selected?.has(rowId(row)));
  return (
    <thead>
      <tr>
        {onSelect === undefined ? null : (
          <th scope="col" className={cx(HEAD, "w-8 pr-0")}>
            <Checkbox
              aria-label="Select all rows"
              checked={all}
              some={some}
              onChange={() => onSelect(all ? new Set() : new Set(rows.map(rowId)))}
            />
          </th>
        )}
        {expand === undefined ? null : (
          <th scope="col" className={cx(HEAD, "w-8 pr-0")}>
            <span className="sr-only">Details</span>
          </th>
        )}
        {shown.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={orderOf(column, model.sort)}
            className={cx(HEAD, column.align === "right" && "text-right", column.className)}
          >
            {column.sortBy === undefined ? column.header : <SortButton column={column} model={model} />}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const orderOf = ({ id, sortBy }: { id: string; sortBy?: unknown }, sort: TableSort | undefined) => {
  if (sortBy === undefined) return undefined;
  if (sort?.column !== id) return "none";
  return sort.descending ? "descending" : "ascending";
};

function SortButton({
  column,
  model,
}: {
  column: { id: string; header: string };
  model: TableHeadProps<never>["model"];
}) {
  const { sort, setSort } = model;
  const isSorted = sort?.column === column.id;
  const Icon = !isSorted ? ChevronsUpDown : sort.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      onClick={() => setSort({ column: column.id, descending: isSorted ? !sort.descending : false })}
    >
      {column.header}
      <Icon aria-hidden className={cx("size-3.5", !isSorted && "text-ink-faint")} />
    </button>
  );
}
