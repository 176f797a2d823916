import { useNavigate } from "@tanstack/react-router";
import { useWorkspace } from "../app/useWorkspace.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import {
  archiveExperiment,
  concludeExperiment,
  deleteExperiment,
  duplicateExperiment,
  launchExperiment,
} from "./changes.ts";
import { DuplicateDialog } from "./DuplicateDialog.tsx";
import type { Experiment } from "./queries.ts";
import { exposuresOf } from "./results.ts";
import { useChange } from "./useChange.ts";

export type OpenDialog = "launch" | "conclude" | "duplicate" | "archive" | "delete" | "decide";

type ExperimentDialogsProps = { experiment: Experiment; open: OpenDialog | undefined; onClose: () => void };

/** The questions before what changes an experiment's life. */
export function ExperimentDialogs({ experiment, open, onClose }: ExperimentDialogsProps) {
  const { projectId } = useWorkspace();
  const navigate = useNavigate();
  const { name, feature_flag: flag } = experiment;
  const launch = useChange((workspace) => launchExperiment(workspace, experiment), "Launched");
  const conclude = useChange((workspace) => concludeExperiment(workspace, experiment), "Concluded");
  const archive = useChange((workspace) => archiveExperiment(workspace, experiment), "Archived");
  const remove = useChange((workspace) => deleteExperiment(workspace, experiment), "Deleted");
  const common = (dialog: OpenDialog) => ({
    open: open === dialog,
    onOpenChange: (shown: boolean) => shown || onClose(),
    "data-testid": `experiments.${dialog}-dialog`,
  });
  const leave = () => navigate({ to: "/p/$projectId/experiments", params: { projectId } });
  return (
    <>
      <ConfirmDialog
        {...common("launch")}
        title={`Launch “${name}”?`}
        look="primary"
        confirmLabel="Launch"
        onConfirm={launch.mutateAsync}
      >
        Exposures count from now on.{" "}
        {flag === null
          ? "No flag is linked: your own code must send the exposures."
          : `The flag “${flag.key}” is switched on.`}{" "}
        Keys and splits of variants stay as they are once people are exposed.
      </ConfirmDialog>
      <ConfirmDialog
        {...common("conclude")}
        title={`Conclude “${name}”?`}
        look="primary"
        confirmLabel="Conclude"
        onConfirm={conclude.mutateAsync}
      >
        No further exposures count, and it cannot be launched again.{" "}
        {flag === null ? "" : `The flag “${flag.key}” goes on serving until somebody decides.`}
      </ConfirmDialog>
      <ConfirmDialog
        {...common("archive")}
        title={`Archive “${name}”?`}
        look="primary"
        confirmLabel="Archive"
        onConfirm={archive.mutateAsync}
      >
        It leaves the lists and cannot be changed until it is brought back, which is possible at any time.
      </ConfirmDialog>
      <ConfirmDialog
        {...common("delete")}
        title={`Delete “${name}”?`}
        typed={name}
        confirmLabel="Delete 1 experiment"
        onConfirm={async () => {
          await remove.mutateAsync();
          await leave();
        }}
      >
        1 experiment with its decisions is deleted, which cannot be undone. Its{" "}
        {exposuresOf(experiment).total.toLocaleString("en")} exposures stay, as events do
        {flag === null ? "" : `; so does the flag “${flag.key}”, linked to nothing`}.
      </ConfirmDialog>
      {open === "duplicate" ? (
        <DuplicateDialog
          experiment={experiment}
          onClose={onClose}
          duplicate={(workspace, copy) => duplicateExperiment(workspace, experiment, copy)}
        />
      ) : null}
    </>
  );
}
