import { Link } from "@tanstack/react-router";
import type { TableColumn } from "../ui/table-types.ts";
import { EditableText } from "./EditableText.tsx";
import { EntryActions } from "./EntryActions.tsx";
import { EntryStatus } from "./EntryStatus.tsx";
import { Moment } from "./Moment.tsx";
import type { EntryLine } from "./queries.ts";
import { TagList } from "./TagList.tsx";
import { TrackedName } from "./TrackedName.tsx";
import type { SaveEdits } from "./useEntryEdits.ts";

type ColumnsContext = {
  projectId: number;
  whyNot: string | undefined;
  save: SaveEdits;
};

/** The columns of the list of events. Those that sort are named as the server calls the order. */
export const entryColumns = ({ projectId, whyNot, save }: ColumnsContext): TableColumn<EntryLine>[] => {
  const text = (line: EntryLine, key: "display_name" | "description", label: string, maxLength: number) => (
    <EditableText
      label={`${label} of ${line.name}`}
      value={line[key]}
      maxLength={maxLength}
      disabledReason={whyNot}
      data-testid={`dictionary.edit.${key}`}
      onSave={(value) => {
        const ref = { entity_type: line.entity_type, name: line.name };
        return save([{ ...ref, [key]: value }], [{ ...ref, [key]: line[key] }], `${label} saved`);
      }}
    />
  );
  return [
    {
      id: "name",
      header: "Event",
      isName: true,
      className: "min-w-40 max-w-64",
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <TrackedName name={name}>
          <Link
            to="/p/$projectId/dictionary/events/$name"
            params={{ projectId, name }}
            className="text-accent-text hover:underline"
          >
            {name}
          </Link>
        </TrackedName>
      ),
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
      className: "min-w-40 max-w-64",
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
      id: "tags",
      header: "Tags",
      className: "max-w-48",
      csv: ({ tags }) => tags.join(";"),
      cell: ({ tags }) => <TagList words={tags} />,
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
      align: "right",
      sortBy: ({ violations_30d }) => violations_30d,
      cell: ({ name, violations_30d }) =>
        violations_30d === 0 ? (
          <span className="text-ink-faint">0</span>
        ) : (
          <Link
            to="/p/$projectId/dictionary/events/$name"
            params={{ projectId, name }}
            search={{ tab: "violations" }}
            className="font-medium text-warn-text underline"
          >
            {violations_30d.toLocaleString("en")}
          </Link>
        ),
    },
    {
      id: "last_seen",
      header: "Last seen",
      hiddenAtFirst: true,
      sortBy: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at }) => <Moment at={last_seen_at} />,
    },
    {
      id: "first_seen",
      header: "First seen",
      hiddenAtFirst: true,
      sortBy: ({ first_seen_at }) => first_seen_at,
      cell: ({ first_seen_at }) => <Moment at={first_seen_at} />,
    },
    {
      id: "contacts",
      header: "Contacts",
      hiddenAtFirst: true,
      csv: ({ contacts, team_contacts }) => [...contacts, ...team_contacts].join(";"),
      cell: ({ contacts, team_contacts }) => <TagList words={[...contacts, ...team_contacts]} />,
    },
    {
      id: "source",
      header: "Source",
      hiddenAtFirst: true,
      csv: ({ source }) => source,
      cell: ({ source }) => source ?? "–",
    },
    {
      id: "changed",
      header: "Changed",
      hiddenAtFirst: true,
      sortBy: ({ changed_at }) => changed_at,
      cell: ({ changed_at, changed_by }) =>
        changed_at === null ? "not declared" : <Changed at={changed_at} by={changed_by} />,
    },
    {
      id: "actions",
      header: "Actions",
      align: "right",
      cell: (line) => <EntryActions line={line} />,
    },
  ];
};

const Changed = ({ at, by }: { at: string; by: string | null }) => (
  <>
    <Moment at={at} /> <span className="text-ink-soft">{by}</span>
  </>
);
