import type { RowData } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { cx } from "./cx.ts";
import { pickRows } from "./pick-rows.ts";
import { ScrollRegion } from "./ScrollRegion.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import type { DataTableProps } from "./table-types.ts";
import { useTableModel } from "./use-table-model.ts";

/** Up to here every row is in the page, which lets the browser's own search find them. */
const PLAIN_ROWS_MAX = 100;
const ROW_PX = 37;

/** Lists of records: a real table, sorted by its headings, with a column picker, rows that open, and a selection. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, expand, selected, onSelect, maxHeight = "70dvh" } = props;
  const model = useTableModel(props);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLElement>(null);
  const sorted = model.table.getRowModel().rows;
  const shown = columns.filter(({ id, isName }) => isName || model.shown.includes(id));
  const isLong = rows.length > PLAIN_ROWS_MAX;
  const virtualizer = useVirtualizer({
    count: sorted.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => sorted[index]?.id ?? index,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const places = isLong ? items.map(({ index }) => index) : sorted.map((_, index) => index);
  const before = isLong ? (items[0]?.start ?? 0) : 0;
  const after = isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const lastPicked = useRef<number>(undefined);
  const pick = (index: number, isRange: boolean) => {
    const since = isRange ? lastPicked.current : undefined;
    lastPicked.current = index;
    return pickRows(
      sorted.map(({ id }) => id),
      selected ?? new Set(),
      index,
      since,
    );
  };
  const toggle = (set: ReadonlySet<string>, id: string) => {
    const next = new Set(set);
    if (!next.delete(id)) next.add(id);
    return next;
  };
  return (
    <div data-testid={props["data-testid"]}>
      <TableToolbar props={props} model={model} />
      <ScrollRegion
        ref={scroller}
        aria-label={label}
        className="relative rounded-lg border border-line bg-surface"
        style={isLong ? { maxHeight } : {}}
      >
        <table
          className="w-full border-separate border-spacing-0 text-sm [&>tbody:last-child>tr:last-child>*]:border-b-0"
          aria-rowcount={sorted.length + 1}
        >
          <caption className="sr-only">{label}</caption>
          <TableHead props={props} model={model} shown={shown} />
          {before > 0 ? <Spacer height={before} /> : null}
          {places.map((index) => {
            const row = sorted[index];
            return row === undefined ? null : (
              <TableRow
                key={row.id}
                id={row.id}
                index={index}
                row={row.original}
                columns={shown}
                measure={isLong ? virtualizer.measureElement : undefined}
                expand={expand}
                isOpen={opened.has(row.id)}
                onToggle={() => setOpened(toggle(opened, row.id))}
                isSelected={selected?.has(row.id) ?? false}
                onSelect={onSelect && ((isRange) => onSelect(pick(index, isRange)))}
              />
            );
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </table>
      </ScrollRegion>
      <p
        className={cx("mt-1.5 text-xs text-ink-faint", sorted.length === 0 && "sr-only")}
        role={props.isLive === true ? undefined : "status"}
      >
        {sorted.length.toLocaleString("en")} {sorted.length === 1 ? "row" : "rows"}
      </p>
    </div>
  );
}

/** Stands for the rows that are out of sight. */
const Spacer = ({ height }: { height: number }) => (
  <tbody aria-hidden>
    <tr>
      <td style={{ height }} />
    </tr>
  </tbody>
);
