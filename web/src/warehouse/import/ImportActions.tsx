import { useNavigate } from "@tanstack/react-router";
import { Pause, Play, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { useImportChanges } from "../changes.ts";
import type { Import } from "../queries.ts";
import { MoreActions } from "./MoreActions.tsx";
import { ReportLink } from "./ReportLink.tsx";

/** Sync now, pause or resume, and behind a menu what is rarer. */
export function ImportActions({ one }: { one: Import }) {
  const { projectId, whyNot } = useProject();
  const changes = useImportChanges(projectId);
  const navigate = useNavigate({ from: "/p/$projectId/warehouse/$importId" });
  const [busy, setBusy] = useState<"sync" | "pause">();
  const reason = whyNot("warehouse:write");
  const act = (name: "sync" | "pause", work: () => Promise<unknown>, said: string) => {
    setBusy(name);
    work()
      .then(
        () => toast(said),
        (cause: unknown) =>
          toast(cause instanceof Error ? cause.message : "That did not work", { tone: "bad" }),
      )
      .finally(() => setBusy(undefined));
  };
  return (
    <>
      <ReportLink one={one} />
      <MoreActions
        one={one}
        disabledReason={reason}
        onDeleted={() => void navigate({ to: "/p/$projectId/warehouse", params: { projectId } })}
      />
      <Button
        busy={busy === "pause"}
        disabledReason={reason}
        data-testid="import.pause"
        onClick={() =>
          act(
            "pause",
            () => changes.change(one.id, { paused: !one.paused }),
            one.paused ? "Resumed" : "Paused; nothing runs until it is resumed",
          )
        }
      >
        {one.paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {one.paused ? "Resume" : "Pause"}
      </Button>
      <Button
        look="primary"
        busy={busy === "sync"}
        disabledReason={reason ?? whyNoSync(one)}
        data-testid="import.sync"
        onClick={() => act("sync", () => changes.sync(one.id), "A run is queued")}
      >
        <RefreshCw aria-hidden /> Sync now
      </Button>
    </>
  );
}

function whyNoSync(one: Import): string | undefined {
  if (one.paused) return "It is paused; resume it first.";
  if (one.state === "RUNNING") return "A run is under way already.";
  if (one.state === "COMPLETED") return "A one-time import has run; reset it to load the table again.";
  return undefined;
}
