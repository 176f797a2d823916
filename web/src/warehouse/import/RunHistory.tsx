import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useProject } from "../../app/useProject.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { historyQuery, type Import } from "../queries.ts";
import { RunCard } from "./RunCard.tsx";

/** Every run from the moment it was triggered, the newest first. One that is under way is open. */
export function RunHistory({ one }: { one: Import }) {
  const { projectId } = useProject();
  const { run: opened } = useSearch({ from: "/signed-in/p/$projectId/warehouse/$importId" });
  const navigate = useNavigate({ from: "/p/$projectId/warehouse/$importId" });
  const history = useQuery(historyQuery(projectId, one.id));
  return (
    <QueryState
      query={history}
      failedTitle="The runs could not be loaded"
      isEmpty={({ runs }) => runs.length === 0}
      empty={
        <EmptyState title="No run yet" icon={History}>
          {one.run_every === 0
            ? "It runs on demand: press Sync now, or send the call that the tab API call shows."
            : "The first run begins at its next slot, or with Sync now."}
        </EmptyState>
      }
    >
      {({ runs }) => (
        <ol className="space-y-2" aria-label="Runs" data-testid="import.runs">
          {runs.map((run, index) => (
            <RunCard
              key={run.run_id}
              one={one}
              run={run}
              isOpen={opened === undefined ? index === 0 : opened === run.run_id}
              onToggle={(isOpen) =>
                void navigate({
                  search: { run: isOpen ? run.run_id : "none" },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          ))}
        </ol>
      )}
    </QueryState>
  );
}
