import type { TableColumn } from "../ui/table-types.ts";
import { PropertyLineActions } from "./PropertyLineActions.tsx";
import type { PropertyLine } from "./property-queries.ts";
import type { EntryEdit, PropertyChange } from "./queries.ts";
import {
  lastSeenColumn,
  type SaveText,
  samplesColumn,
  statusColumn,
  textColumns,
  violationsColumn,
  volumeColumn,
} from "./shared-columns.tsx";
import { TrackedName } from "./TrackedName.tsx";
import type { SaveEdits } from "./useEntryEdits.ts";

type ColumnsContext = {
  whyNot: string | undefined;
  save: SaveEdits;
  toEdits: (line: PropertyLine, change: PropertyChange) => Promise<EntryEdit[]>;
};

/** The columns of the list of properties. Those that sort are named as the server calls the order. */
export function propertyLineColumns({ whyNot, save, toEdits }: ColumnsContext): TableColumn<PropertyLine>[] {
  const saveText: SaveText<PropertyLine> = async (line, change, label) =>
    save(
      await toEdits(line, change),
      // Its events may have said different things of it.
      undefined,
      `${label} saved in ${line.event_count.toLocaleString("en")} events`,
    );
  return [
    {
      id: "name",
      header: "Property",
      isName: true,
      className: "min-w-32 max-w-64",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <TrackedName name={name}>{name}</TrackedName>,
    },
    ...textColumns<PropertyLine>({ whyNot, what: "property", save: saveText }),
    statusColumn(),
    {
      id: "types",
      header: "Types",
      csv: ({ types }) => types.join(";"),
      cell: ({ types, types_seen }) => <Types declared={types} seen={types_seen} />,
    },
    samplesColumn(),
    {
      id: "events",
      header: "Events",
      hiddenAtFirst: true,
      align: "right",
      sortBy: ({ event_count }) => event_count,
      cell: ({ event_count }) => event_count.toLocaleString("en"),
    },
    volumeColumn(),
    { ...violationsColumn(), hiddenAtFirst: true },
    lastSeenColumn(),
    {
      id: "actions",
      header: "Actions",
      align: "right",
      cell: (line) => <PropertyLineActions line={line} />,
    },
  ];
}

const Types = ({ declared, seen }: { declared: readonly string[]; seen: readonly string[] }) => (
  <span>
    {declared.join(", ") || seen.join(", ")}
    {declared.length === 0 ? <span className="block text-xs text-ink-faint">not declared</span> : null}
    {declared.length > 0 && seen.some((type) => !declared.includes(type)) ? (
      <span className="block text-xs text-ink-soft">seen: {seen.join(", ")}</span>
    ) : null}
  </span>
);
