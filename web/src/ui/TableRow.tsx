import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "./Checkbox.tsx";
import { cx } from "./cx.ts";
import type { TableColumn } from "./table-types.ts";

type TableRowProps<Row> = {
  id: string;
  index: number;
  row: Row;
  columns: readonly TableColumn<Row>[];
  /** Tells the list how high the row came out. */
  measure: ((element: HTMLElement | null) => void) | undefined;
  expand: ((row: Row) => ReactNode) | undefined;
  isOpen: boolean;
  onToggle: () => void;
  isSelected: boolean;
  /** `isRange`: Shift was held. */
  onSelect: ((isRange: boolean) => void) | undefined;
};

const CELL = "border-b border-line px-3 py-1.5 align-middle";

/** A row and what it opens to, in a table body of their own, so that they are measured as one. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, index, row, columns, measure, expand, isOpen, onToggle, isSelected, onSelect } = props;
  const extra = (onSelect ? 1 : 0) + (expand ? 1 : 0);
  return (
    <tbody ref={measure} data-index={index}>
      <tr
        aria-rowindex={index + 2}
        data-row={id}
        className={cx("hover:bg-sunken", isSelected && "bg-accent-soft hover:bg-accent-soft")}
      >
        {onSelect === undefined ? null : (
          <td className={cx(CELL, "w-8 pr-0")}>
            <Checkbox
              aria-label={`Select ${id}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
              }
            />
          </td>
        )}
        {expand === undefined ? null : (
          <td className={cx(CELL, "w-8 pr-0")}>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={isOpen ? "Close the details" : "Open the details"}
              onClick={onToggle}
              className="inline-flex size-6 items-center justify-center rounded hover:bg-hover"
            >
              <ChevronRight
                aria-hidden
                className={cx("size-4 transition-transform", isOpen && "rotate-90")}
              />
            </button>
          </td>
        )}
        {columns.map((column) => {
          const look = cx(CELL, column.align === "right" && "text-right", column.className);
          return column.isName ? (
            <th key={column.id} scope="row" className={cx(look, "text-left font-medium")}>
              {column.cell(row)}
            </th>
          ) : (
            <td key={column.id} className={look}>
              {column.cell(row)}
            </td>
          );
        })}
      </tr>
      {expand !== undefined && isOpen ? (
        <tr>
          <td colSpan={columns.length + extra} className="border-b border-line bg-sunken px-4 py-3">
            {expand(row)}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
