import { Link } from "@tanstack/react-router";
import type { TableColumn } from "../ui/table-types.ts";
import { EntryActions } from "./EntryActions.tsx";
import { Moment } from "./Moment.tsx";
import type { EntryLine } from "./queries.ts";
import {
  lastSeenColumn,
  type SaveText,
  statusColumn,
  textColumns,
  violationsColumn,
  volumeColumn,
} from "./shared-columns.tsx";
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
  const saveText: SaveText<EntryLine> = ({ entity_type, name, ...line }, change, label) => {
    const ref = { entity_type, name };
    const before =
      "description" in change ? { description: line.description } : { display_name: line.display_name };
    return save([{ ...ref, ...change }], [{ ...ref, ...before }], `${label} saved`);
  };
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
    ...textColumns<EntryLine>({ whyNot, what: "dictionary", save: saveText }),
    statusColumn(),
    {
      id: "tags",
      header: "Tags",
      className: "max-w-48",
      csv: ({ tags }) => tags.join(";"),
      cell: ({ tags }) => <TagList words={tags} />,
    },
    volumeColumn(),
    {
      ...violationsColumn<EntryLine>(),
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
    lastSeenColumn(),
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
