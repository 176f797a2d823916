import type { TableColumn } from "../ui/table-types.ts";
import { PropertyActions } from "./PropertyActions.tsx";
import { propertyEdit } from "./property-edit.ts";
import type { EntryProperty, ShownEntry } from "./queries.ts";
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
import { TypeSelect } from "./TypeSelect.tsx";
import type { SaveEdits } from "./useEntryEdits.ts";

type ColumnsContext = {
  entry: ShownEntry;
  whyNot: string | undefined;
  save: SaveEdits;
};

/** The columns of an entry's properties. Of profiles nothing is known by day. */
export function propertyColumns({ entry, whyNot, save }: ColumnsContext): TableColumn<EntryProperty>[] {
  const isEvent = entry.entity_type === "event";
  const saveText: SaveText<EntryProperty> = (line, change, label) => {
    const before =
      "description" in change ? { description: line.description } : { display_name: line.display_name };
    return save([propertyEdit(entry, line, change)], [propertyEdit(entry, line, before)], `${label} saved`);
  };
  const columns: (TableColumn<EntryProperty> | false)[] = [
    {
      id: "name",
      header: "Property",
      isName: true,
      className: "min-w-32 max-w-64",
      sortBy: ({ name }) => name,
      cell: ({ name, required }) => (
        <>
          <TrackedName name={name}>{name}</TrackedName>
          {required ? <span className="text-xs font-normal text-ink-soft">required</span> : null}
        </>
      ),
    },
    ...textColumns<EntryProperty>({ whyNot, what: "property", save: saveText }),
    {
      id: "type",
      header: "Declared type",
      className: "min-w-28",
      sortBy: ({ type }) => type,
      cell: (line) => (
        <>
          <TypeSelect line={line} entry={entry} whyNot={whyNot} save={save} />
          <SeenTypes declared={line.type} seen={line.types_seen} />
        </>
      ),
    },
    {
      id: "types_seen",
      header: "Types seen",
      hiddenAtFirst: true,
      csv: ({ types_seen }) => types_seen.join(";"),
      cell: ({ types_seen }) => types_seen.join(", ") || <span className="text-ink-faint">none</span>,
    },
    samplesColumn(),
    { ...statusColumn<EntryProperty>(), sortBy: ({ status }) => status },
    {
      ...volumeColumn<EntryProperty>(),
      header: isEvent ? "Of events" : "Profiles",
      cell: ({ volume_30d }) => <Share count={volume_30d} of={isEvent ? entry.volume_30d : undefined} />,
    },
    isEvent && violationsColumn(),
    isEvent && lastSeenColumn(),
    {
      id: "actions",
      header: "Actions",
      align: "right",
      cell: (line) => <PropertyActions entry={entry} line={line} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Said where another type arrives than the declared one. */
const SeenTypes = ({ declared, seen }: { declared: string | null; seen: readonly string[] }) =>
  seen.some((type) => type !== declared && !(type === "number" && declared === "integer")) ? (
    <span className="block text-xs text-ink-soft">seen: {seen.join(", ")}</span>
  ) : null;

/** How many of the events of the last 30 days have it. */
const Share = ({ count, of }: { count: number; of: number | undefined }) => (
  <span title={`${count.toLocaleString("en")} in the last 30 days`}>
    {of === undefined || of === 0
      ? count.toLocaleString("en")
      : new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }).format(
          Math.min(1, count / of),
        )}
  </span>
);
