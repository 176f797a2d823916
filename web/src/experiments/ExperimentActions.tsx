import { useNavigate } from "@tanstack/react-router";
import { Archive, Copy, Ellipsis, Gavel, Pencil, Rocket, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/Menu.tsx";
import { toast } from "../ui/toast.ts";
import { unarchiveExperiment } from "./changes.ts";
import { DecideDialog } from "./DecideDialog.tsx";
import { ExperimentDialogs, type OpenDialog } from "./ExperimentDialogs.tsx";
import { MarkButtons } from "./MarkButtons.tsx";
import type { Experiment } from "./queries.ts";
import { useChange } from "./useChange.ts";

/** What can be done with an experiment in its state; the next step first. */
export function ExperimentActions({ experiment }: { experiment: Experiment }) {
  const { projectId, whyNot } = useProject();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenDialog>();
  const unarchive = useChange((workspaceId) => unarchiveExperiment(workspaceId, experiment), "Brought back");
  const { status, deleted } = experiment;
  const isArchived = deleted !== null;
  const reason = isArchived ? "It is archived; bring it back first." : whyNot("experiments:write");
  const own = experiment.can_update_visibility
    ? undefined
    : "Only its creator, or an admin of the project, can do this.";
  const running = status === "active" ? "It is active; conclude it first." : undefined;
  const edit = () =>
    void navigate({
      to: "/p/$projectId/experiments/$experimentId/edit",
      params: { projectId, experimentId: experiment.id },
    });
  return (
    <>
      <MarkButtons experiment={experiment} />
      {isArchived ? (
        <Button
          busy={unarchive.isPending}
          disabledReason={own}
          onClick={() =>
            unarchive.mutate(undefined, { onError: (cause) => toast(cause.message, { tone: "bad" }) })
          }
        >
          <Archive aria-hidden /> Bring back
        </Button>
      ) : null}
      <Button disabledReason={reason} onClick={edit} data-testid="experiments.edit">
        <Pencil aria-hidden /> Edit
      </Button>
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions" data-testid="experiments.more">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={<Square aria-hidden />}
          disabledReason={
            reason ?? (status === "active" ? undefined : "Only an active experiment can be concluded.")
          }
          onSelect={() => setOpen("conclude")}
        >
          Conclude without deciding
        </MenuItem>
        <MenuItem
          icon={<Copy aria-hidden />}
          disabledReason={whyNot("experiments:write")}
          onSelect={() => setOpen("duplicate")}
        >
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Archive aria-hidden />}
          disabledReason={isArchived ? "It is archived." : (own ?? running)}
          onSelect={() => setOpen("archive")}
        >
          Archive
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={own ?? running}
          onSelect={() => setOpen("delete")}
        >
          Delete
        </MenuItem>
      </Menu>
      {status === "draft" ? (
        <Button
          look="primary"
          disabledReason={reason}
          onClick={() => setOpen("launch")}
          data-testid="experiments.launch"
        >
          <Rocket aria-hidden /> Launch
        </Button>
      ) : null}
      {status === "active" || status === "concluded" ? (
        <Button
          look="primary"
          disabledReason={reason}
          onClick={() => setOpen("decide")}
          data-testid="experiments.decide"
        >
          <Gavel aria-hidden /> Decide
        </Button>
      ) : null}
      <ExperimentDialogs experiment={experiment} open={open} onClose={() => setOpen(undefined)} />
      {open === "decide" ? <DecideDialog experiment={experiment} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}
