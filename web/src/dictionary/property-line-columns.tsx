import type { TableColumn } from "../ui/table-types.ts";
import { EditableText } from "./EditableText.tsx";
import { EntryStatus } from "./EntryStatus.tsx";
import { Moment } from "./Moment.tsx";
import { PropertyLineActions } from "./PropertyLineActions.tsx";
import type { PropertyLine } from "./property-queries.ts";
import type { EntryEdit, PropertyChange } from "./queries.ts";
import { Samples } from "./Samples.tsx";
import { TrackedName } from "./TrackedName.tsx";
import type { SaveEdits } from "./useEntryEdits.ts";

type ColumnsContext = {
  whyNot: string | undefined;
  save: SaveEdits;
  toEdits: (line: PropertyLine, change: PropertyChange) => Promise<EntryEdit[]>;
};

/** The columns of the list of properties. Those that sort are named as the server calls the order. */
export function propertyLineColumns({ whyNot, save, toEdits }: ColumnsContext): TableColumn<PropertyLine>[] {
  const text = (
    line: PropertyLine,
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
      onSave={async (value) =>
        save(
          await toEdits(line, { [key]: value }),
          // Its events may have said different things of it.
          undefined,
          `${label} saved in ${line.event_count.toLocaleString("en")} events`,
        )
      }
    />
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
    {
      id: "display_name",
      header: "Display name",
      className: "min-w-28 max-w-48",
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
      id: "status",
      header: "Status",
      csv: ({ status }) => status,
      cell: ({ status }) => <EntryStatus status={status} />,
    },
    {
      id: "types",
      header: "Types",
      csv: ({ types }) => types.join(";"),
      cell: ({ types, types_seen }) => <Types declared={types} seen={types_seen} />,
    },
    {
      id: "samples",
      header: "Sample values",
      className: "max-w-32",
      csv: ({ samples }) => JSON.stringify(samples),
      cell: ({ samples }) => <Samples values={samples} />,
    },
    {
      id: "events",
      header: "Events",
      hiddenAtFirst: true,
      align: "right",
      sortBy: ({ event_count }) => event_count,
      cell: ({ event_count }) => event_count.toLocaleString("en"),
    },
    {
      id: "volume",
      header: "30 days",
      align: "right",
      sortBy: ({ volume_30d }) => volume_30d,
      cell: ({ volume_30d }) => volume_30d.toLocaleString("en"),
    },
    {
      id: "violations",
      header: "Violations",
      hiddenAtFirst: true,
      align: "right",
      sortBy: ({ violations_30d }) => violations_30d,
      cell: ({ violations_30d }) => violations_30d.toLocaleString("en"),
    },
    {
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
