import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { NoPermission } from "../../ui/NoPermission.tsx";
import { Page } from "../../ui/Page.tsx";
import type { Draft, Step } from "./draft.ts";
import { MapStep } from "./MapStep.tsx";
import { ModeStep } from "./ModeStep.tsx";
import { ReviewStep } from "./ReviewStep.tsx";
import { StepList } from "./StepList.tsx";
import { TableStep } from "./TableStep.tsx";

export type StepProps = {
  draft: Draft;
  /** Replaces the place in the history: small changes are not gone back through one by one. */
  onChange: (draft: Draft) => void;
  /** To another step, with what was filled in on the way. Back leads here again. */
  onStep: (step: Step, draft?: Draft) => void;
};

const PARTS: Record<Step, (props: StepProps) => React.ReactNode> = {
  table: TableStep,
  map: MapStep,
  mode: ModeStep,
  review: ReviewStep,
};

/** From a table to an import in four steps. All of it stands in the address. */
export function NewImportPage() {
  const { projectId, can } = useProject();
  const draft = useSearch({ from: "/signed-in/p/$projectId/warehouse/new" });
  const navigate = useNavigate({ from: "/p/$projectId/warehouse/new" });
  const step = draft.table === undefined ? "table" : (draft.step ?? "table");
  const Part = PARTS[step];
  return (
    <Page
      title="New import"
      description="A table of your own becomes events, profiles or a lookup table. Nothing is imported before the last step."
      above={
        <Link to="/p/$projectId/warehouse" params={{ projectId }} className="hover:underline">
          Warehouse
        </Link>
      }
    >
      {can("warehouse:write") ? (
        <div className="space-y-5">
          <StepList
            step={step}
            draft={draft}
            onStep={(next) => void navigate({ search: { ...draft, step: next } })}
          />
          <Part
            draft={draft}
            onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
            onStep={(next, changed = draft) => void navigate({ search: { ...changed, step: next } })}
          />
        </div>
      ) : (
        <NoPermission />
      )}
    </Page>
  );
}
