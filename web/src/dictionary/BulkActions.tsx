import { Tags } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { BulkEditDialog } from "./BulkEditDialog.tsx";
import type { EntryLine } from "./queries.ts";
import { eventTarget } from "./status-change.ts";

/** The selected events: tags and owners besides what every bulk change has. */
export function BulkActions({ lines, onDone }: { lines: readonly EntryLine[]; onDone: () => void }) {
  const { whyNot } = useProject();
  const [editing, setEditing] = useState(false);
  return (
    <BulkBar noun="event" targets={lines.map(eventTarget)} onDone={onDone}>
      <Button
        size="sm"
        disabledReason={whyNot("dictionary:write")}
        onClick={() => setEditing(true)}
        data-testid="dictionary.bulk.edit"
      >
        <Tags aria-hidden /> Edit…
      </Button>
      {editing ? <BulkEditDialog lines={lines} onClose={() => setEditing(false)} onDone={onDone} /> : null}
    </BulkBar>
  );
}
