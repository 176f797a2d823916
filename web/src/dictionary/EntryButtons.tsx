import { Link } from "@tanstack/react-router";
import { Ban, ChartLine, CircleCheck, Eye, EyeOff, Radio, Trash2 } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { reportOn } from "../reports/report-links.ts";
import { Button, buttonClass } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useDictionaryChanges } from "./changes.ts";
import type { ShownEntry } from "./queries.ts";
import { eventTarget, typedFor } from "./status-change.ts";
import { useStatusChange } from "./useStatusChange.tsx";

/** Hide, drop, and delete what was declared. `dropped` says nothing of profiles. */
export function EntryButtons({ entry }: { entry: ShownEntry }) {
  const { projectId, whyNot } = useProject();
  const { start, dialog } = useStatusChange("event", [eventTarget(entry)]);
  const reason = whyNot("dictionary:write");
  const isEvent = entry.entity_type === "event";
  return (
    <>
      {isEvent ? (
        <>
          <Link
            to="/p/$projectId/events"
            params={{ projectId }}
            search={{ event: entry.name }}
            className={buttonClass("ghost")}
          >
            <Radio aria-hidden /> Live
          </Link>
          <Link
            to="/p/$projectId/reports/new"
            params={{ projectId }}
            search={reportOn(entry.name)}
            className={buttonClass("ghost")}
          >
            <ChartLine aria-hidden /> Report
          </Link>
          <Button
            disabledReason={reason}
            onClick={() => start(entry.hidden ? "show" : "hide")}
            data-testid="entry.hide"
          >
            {entry.hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            {entry.hidden ? "Show again" : "Hide…"}
          </Button>
          <Button
            disabledReason={reason}
            onClick={() => start(entry.dropped ? "take" : "drop")}
            data-testid="entry.drop"
          >
            {entry.dropped ? <CircleCheck aria-hidden /> : <Ban aria-hidden />}
            {entry.dropped ? "Take in again" : "Drop…"}
          </Button>
        </>
      ) : null}
      {entry.declared ? <DeleteSchema entry={entry} reason={reason} /> : null}
      {dialog}
    </>
  );
}

function DeleteSchema({ entry, reason }: { entry: ShownEntry; reason: string | undefined }) {
  const { remove } = useDictionaryChanges();
  const properties = `${entry.declared_properties.toLocaleString("en")} declared properties`;
  const button = (
    <Button look="ghost" disabledReason={reason} data-testid="entry.delete">
      <Trash2 aria-hidden /> Delete the schema…
    </Button>
  );
  if (reason !== undefined) return button;
  return (
    <ConfirmDialog
      trigger={button}
      title="Delete 1 schema?"
      typed={typedFor([entry])}
      confirmLabel="Delete the schema"
      onConfirm={async () => {
        await remove({ entityType: entry.entity_type, name: entry.name });
        toast("Schema deleted; its history can bring it back");
      }}
    >
      The description, tags and owners of this entry and of its {properties} go. What was dropped is taken in
      again from then on. Events stay as they are. This can be undone: restore a version in the history.
    </ConfirmDialog>
  );
}
