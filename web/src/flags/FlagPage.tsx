import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Notice } from "../ui/Notice.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { toast } from "../ui/toast.ts";
import { replaceFlag } from "./changes.ts";
import { FlagActions } from "./FlagActions.tsx";
import { FlagForm } from "./FlagForm.tsx";
import { FlagStatus } from "./FlagStatus.tsx";
import { FlagUse } from "./FlagUse.tsx";
import { draftOf } from "./flag-draft.ts";
import { type Flag, type FlagBody, flagQuery } from "./queries.ts";
import { useFlagChange } from "./useFlagChange.ts";
import { VariantOrderNotice } from "./VariantOrderNotice.tsx";

/** One flag: its rules, and how clients ask for it. */
export function FlagPage() {
  const { projectId, workspaceId } = useWorkspace();
  const { flagId } = useParams({ from: "/signed-in/p/$projectId/flags/$flagId" });
  const { tab = "rules" } = useSearch({ from: "/signed-in/p/$projectId/flags/$flagId" });
  const navigate = useNavigate({ from: "/p/$projectId/flags/$flagId" });
  const flag = useQuery(flagQuery(projectId, workspaceId, flagId));
  const { whyNot } = useProject();
  return (
    <Page
      title={flag.data?.name ?? "Flag"}
      above={
        <Link to="/p/$projectId/flags" params={{ projectId }} className="hover:underline">
          ← Flags
        </Link>
      }
      {...(flag.data === undefined
        ? {}
        : {
            badge: <FlagStatus status={flag.data.status} />,
            action: <FlagActions flag={flag.data} />,
            description: flag.data.description ?? undefined,
          })}
    >
      <QueryState query={flag} failedTitle="The flag could not be loaded">
        {(found) => (
          <>
            <LinkedExperiment flag={found} />
            <VariantOrderNotice flag={found} disabledReason={whyNot("flags:write")} />
            <Tabs
              label="Parts of the flag"
              active={tab}
              onChange={(next) =>
                void navigate({ search: next === "use" ? { tab: next } : {}, replace: true })
              }
              tabs={[
                { name: "rules", label: "Rules", content: <Rules flag={found} /> },
                { name: "use", label: "Use it", content: <FlagUse flag={found} /> },
              ]}
            />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Rules({ flag }: { flag: Flag }) {
  const { whyNot } = useProject();
  const save = useFlagChange((place, body: FlagBody) => replaceFlag(place, flag, body));
  return (
    <FlagForm
      // Another state of the flag, from whomever, begins the form anew.
      key={flag.modified}
      start={() => draftOf(flag)}
      flag={flag}
      saveLabel="Save the rules"
      disabledReason={whyNot("flags:write")}
      onSave={async (body) => {
        await save.mutateAsync(body);
        toast("Saved; served from the next request on");
      }}
    />
  );
}

function LinkedExperiment({ flag }: { flag: Flag }) {
  if (flag.experiment_id === null) return null;
  return (
    <Notice tone="info" className="mb-4" data-testid="flags.experiment">
      This flag belongs to{" "}
      <Link
        to="/p/$projectId/experiments/$experimentId"
        params={{ projectId: flag.project_id, experimentId: flag.experiment_id }}
        className="underline"
      >
        an experiment
      </Link>
      {flag.is_experiment_active
        ? ", which is active: other percents move people between variants and spoil its numbers."
        : ", which is over."}
    </Notice>
  );
}
