import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { compareValues } from "./compare-values.ts";
import type { DataTableProps, TableSort } from "./table-types.ts";

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Order and visible columns of a table, kept by the page or by itself. */
export function useTableModel<Row extends RowData>(props: DataTableProps<Row>) {
  const { rows, columns, rowId, sortedByServer = false } = props;
  const [ownSort, setOwnSort] = useState<TableSort | undefined>(props.initialSort);
  const [ownShown, setOwnShown] = useState<readonly string[]>();
  const sort = props.onSort === undefined ? ownSort : props.sort;
  const shown = (props.onShownColumns === undefined ? ownShown : props.shownColumns) ?? usualColumns(columns);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) =>
      helper.accessor((row): unknown => column.sortBy?.(row), {
        id: column.id,
        header: column.header,
        enableSorting: column.sortBy !== undefined,
        sortFn: (one, other) => compareValues(one.getValue(column.id), other.getValue(column.id)),
        sortUndefined: "last",
      }),
    );
  }, [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: sortedByServer,
    state: {
      sorting: sort === undefined ? [] : [{ id: sort.column, desc: sort.descending }],
      columnVisibility: Object.fromEntries(
        columns.map(({ id, isName = false }) => [id, isName || shown.includes(id)]),
      ),
    },
  });
  return {
    table,
    sort,
    setSort: props.onSort ?? setOwnSort,
    shown,
    setShown: props.onShownColumns ?? setOwnShown,
  };
}

const usualColumns = (columns: readonly { id: string; hiddenAtFirst?: boolean }[]): string[] =>
  columns.filter(({ hiddenAtFirst = false }) => !hiddenAtFirst).map(({ id }) => id);
