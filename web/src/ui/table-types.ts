import type { ReactNode } from "react";

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Missing values come last in either direction. */
  sortBy?: (row: Row) => string | number | boolean | Date | null | undefined;
  align?: "left" | "right";
  /** Classes of the cells, such as a width: "w-40". */
  className?: string;
  /** Shown only when chosen in the column picker. */
  hiddenAtFirst?: boolean;
  /** Cannot be hidden: the name of the thing. It is the heading of its row. */
  isName?: boolean;
  /** What goes into the CSV file; the column is left out of it when there is neither this nor `sortBy`. */
  csv?: (row: Row) => string | number | boolean | null | undefined;
};

export type TableSort = { column: string; descending: boolean };

export type DataTableProps<Row> = {
  /** What is listed: "Imports". Names the table and the region that scrolls. */
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  columns: readonly TableColumn<Row>[];
  /** Kept by the page, in the address, where the order matters to others; otherwise the table keeps it. */
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  initialSort?: TableSort;
  /** The server orders: rows stay as they come. */
  sortedByServer?: boolean;
  /** Columns in sight, when the page keeps them in the address. */
  shownColumns?: readonly string[] | undefined;
  onShownColumns?: (columns: readonly string[]) => void;
  /** Rows come by themselves: their number is not read out each time; the page sums it up. */
  isLive?: boolean;
  /** What a row opens to, in place. */
  expand?: (row: Row) => ReactNode;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Above the table, left of the column picker: filters, or what can be done with the selected rows. */
  toolbar?: ReactNode;
  /** Name of the CSV file without its ending; leaves out the button when not given. */
  csvName?: string;
  /** Long lists scroll inside of this height and keep only the rows in sight in the page. */
  maxHeight?: string;
  "data-testid"?: string;
};
