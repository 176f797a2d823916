import type { TableColumn } from "../ui/table-types.ts";
import { EditableText } from "./EditableText.tsx";
import { EntryStatus } from "./EntryStatus.tsx";
import { Moment } from "./Moment.tsx";
import { PropertyActions } from "./PropertyActions.tsx";
import { propertyEdit } from "./property-edit.ts";
import type { EntryProperty, ShownEntry } from "./queries.ts";
import { Samples } from "./Samples.tsx";
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
  const text = (
    line: EntryProperty,
    key: "display_name" | "description",
    label: string,
    maxLength: number,
  ) => (
    <EditableText
      label={`${label} of ${line.name}`}
      value={line[key]}
      maxLength={maxLength}
      disabledReason={whyNot}
      data-testid={`property.edit.${key}`}
      onSave={(value) =>
        save(
          [propertyEdit(entry, line, { [key]: value })],
          [propertyEdit(entry, line, { [key]: line[key] })],
          `${label} saved`,
        )
      }
    />
  );
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
    {
      id: "display_name",
      header: "Display name",
      className: "min-w-24 max-w-48",
      sortBy: ({ display_name, name }) => display_name ?? name,
      cell: (line) => text(line, "display_name", "Display name", 255),
    },
    {
      id: "description",
      header: "Description",
      className: "min-w-28 max-w-64",
      csv: ({ description }) => description,
      cell: (line) => text(line, "description", "Description", 4096),
    },
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
    {
      id: "samples",
      header: "Sample values",
      className: "max-w-32",
      csv: ({ samples }) => JSON.stringify(samples),
      cell: ({ samples }) => <Samples values={samples} />,
    },
    {
      id: "status",
      header: "Status",
      sortBy: ({ status }) => status,
      cell: ({ status }) => <EntryStatus status={status} />,
    },
    {
      id: "volume",
      header: isEvent ? "Of events" : "Profiles",
      align: "right",
      sortBy: ({ volume_30d }) => volume_30d,
      cell: ({ volume_30d }) => <Share count={volume_30d} of={isEvent ? entry.volume_30d : undefined} />,
    },
    isEvent && {
      id: "violations",
      header: "Violations",
      align: "right",
      sortBy: ({ violations_30d }) => violations_30d,
      cell: ({ violations_30d }) => violations_30d.toLocaleString("en"),
    },
    isEvent && {
      id: "last_seen",
      header: "Last seen",
      hiddenAtFirst: true,
      sortBy: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at }) => <Moment at={last_seen_at} />,
    },
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
