import { useInfiniteQuery } from "@tanstack/react-query";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { DecisionCard } from "./DecisionCard.tsx";
import { decisionsQuery, type Experiment } from "./queries.ts";

/** The ledger: every decision with what it rested on, edits and undone ones too. */
export function DecisionsTab({ experiment }: { experiment: Experiment }) {
  const { workspaceId } = useWorkspace();
  const decisions = useInfiniteQuery(decisionsQuery(workspaceId, experiment.id));
  return (
    <QueryState
      query={decisions}
      failedTitle="The decisions could not be loaded"
      empty={
        <EmptyState title="Nothing was decided yet">
          Every decision stays here with the numbers it rested on, edits and undone ones included, and can be
          computed again.
        </EmptyState>
      }
    >
      {(list) => (
        <>
          <ol className="space-y-4" data-testid="experiments.ledger">
            {list.map((decision, place) => (
              <li key={decision.id}>
                <DecisionCard
                  experiment={experiment}
                  decision={decision}
                  stands={place === 0 && (experiment.status === "success" || experiment.status === "fail")}
                />
              </li>
            ))}
          </ol>
          {decisions.hasNextPage ? (
            <Button
              className="mt-4"
              busy={decisions.isFetchingNextPage}
              onClick={() => void decisions.fetchNextPage()}
            >
              Show older decisions
            </Button>
          ) : null}
        </>
      )}
    </QueryState>
  );
}
