import { useQuery } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { DiffView } from "../ui/DiffView.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatMoment } from "../ui/format.ts";
import { QueryState } from "../ui/QueryState.tsx";
import type { Experiment } from "./queries.ts";

const PATH = "/api/app/projects/{projectId}/audit-log";
type Entry = Taken<typeof PATH, "get">["entries"][number];

const SHOWN_MAX = 100;

/** Who changed what, from the audit log. */
export function ActivityTab({ experiment }: { experiment: Experiment }) {
  const { projectId, timezone } = useProject();
  const activity = useQuery({
    queryKey: ["audit-log", projectId, "experiment", experiment.id, experiment.modified],
    queryFn: ({ signal }) =>
      take(
        client.GET(PATH, {
          params: {
            path: { projectId },
            query: { target_type: "experiment", target_id: experiment.id, limit: SHOWN_MAX },
          },
          signal,
        }),
      ),
  });
  return (
    <QueryState
      query={activity}
      failedTitle="The activity could not be loaded"
      isEmpty={({ entries }) => entries.length === 0}
      empty={<EmptyState title="Nothing was changed yet" />}
    >
      {({ entries }) => (
        <DataTable
          label="Changes of the experiment"
          rows={entries}
          rowId={({ id }) => String(id)}
          columns={[
            {
              id: "at",
              header: `When (${timezone})`,
              isName: true,
              sortBy: ({ at }: Entry) => at,
              cell: ({ at }) => formatMoment(at, timezone),
            },
            {
              id: "who",
              header: "Who",
              sortBy: (entry) => entry.principal_name,
              cell: (entry) => entry.principal_name,
            },
            { id: "what", header: "What", sortBy: ({ action }) => action, cell: ({ action }) => action },
          ]}
          expand={({ before, after }) => <DiffView before={before} after={after} />}
        />
      )}
    </QueryState>
  );
}
