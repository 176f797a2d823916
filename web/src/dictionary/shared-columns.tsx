import type { TableColumn } from "../ui/table-types.ts";
import { EditableText } from "./EditableText.tsx";
import { EntryStatus } from "./EntryStatus.tsx";
import { Moment } from "./Moment.tsx";
import type { EntryLine } from "./queries.ts";
import { Samples } from "./Samples.tsx";

/** What events and properties have in common in their lists. Columns that sort are named as the server calls the order. */

type TextKey = "display_name" | "description";
type Described = Pick<EntryLine, "name" | TextKey>;

export type SaveText<Line> = (
  line: Line,
  change: { [Key in TextKey]?: string | null },
  label: string,
) => Promise<boolean>;

type TextColumnOptions<Line> = {
  /** Why it cannot be edited. */
  whyNot: string | undefined;
  /** What is edited, in the names of test ids: `dictionary` or `property`. */
  what: string;
  save: SaveText<Line>;
};

const TEXTS = [
  { id: "display_name", header: "Display name", className: "min-w-28 max-w-48", maxLength: 255 },
  { id: "description", header: "Description", className: "min-w-32 max-w-64", maxLength: 4096 },
] as const;

/** Display name and description, edited in place. */
export const textColumns = <Line extends Described>({
  whyNot,
  what,
  save,
}: TextColumnOptions<Line>): TableColumn<Line>[] =>
  TEXTS.map(({ id, header, className, maxLength }) => ({
    ...{ id, header, className },
    ...(id === "display_name" ? { sortBy: (line: Line) => line.display_name ?? line.name } : {}),
    csv: (line) => line[id],
    cell: (line) => (
      <EditableText
        label={`${header} of ${line.name}`}
        value={line[id]}
        maxLength={maxLength}
        disabledReason={whyNot}
        data-testid={`${what}.edit.${id}`}
        onSave={(value) => save(line, { [id]: value }, header)}
      />
    ),
  }));

export const statusColumn = <Line extends Pick<EntryLine, "status">>(): TableColumn<Line> => ({
  id: "status",
  header: "Status",
  csv: ({ status }) => status,
  cell: ({ status }) => <EntryStatus status={status} />,
});

export const samplesColumn = <Line extends { samples: readonly unknown[] }>(): TableColumn<Line> => ({
  id: "samples",
  header: "Sample values",
  className: "max-w-32",
  csv: ({ samples }) => JSON.stringify(samples),
  cell: ({ samples }) => <Samples values={samples} />,
});

export const volumeColumn = <Line extends Pick<EntryLine, "volume_30d">>(): TableColumn<Line> => ({
  id: "volume",
  header: "30 days",
  align: "right",
  sortBy: ({ volume_30d }) => volume_30d,
  cell: ({ volume_30d }) => volume_30d.toLocaleString("en"),
});

export const violationsColumn = <Line extends Pick<EntryLine, "violations_30d">>(): TableColumn<Line> => ({
  id: "violations",
  header: "Violations",
  align: "right",
  sortBy: ({ violations_30d }) => violations_30d,
  cell: ({ violations_30d }) => violations_30d.toLocaleString("en"),
});

export const lastSeenColumn = <Line extends { last_seen_at: string | null }>(): TableColumn<Line> => ({
  id: "last_seen",
  header: "Last seen",
  hiddenAtFirst: true,
  sortBy: ({ last_seen_at }) => last_seen_at,
  cell: ({ last_seen_at }) => <Moment at={last_seen_at} />,
});
