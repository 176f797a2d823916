import { useQuery } from "@tanstack/react-query";
import { Ellipsis, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { formatEvents } from "../../ui/format.ts";
import { Menu, MenuItem, MenuSeparator } from "../../ui/Menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useImportChanges } from "../changes.ts";
import { type Import, storedQuery } from "../queries.ts";
import { tableName } from "../words.ts";
import { DeleteImport } from "./DeleteImport.tsx";

type MoreActionsProps = { one: Import; disabledReason: string | undefined; onDeleted: () => void };

export function MoreActions({ one, disabledReason, onDeleted }: MoreActionsProps) {
  const { projectId } = useProject();
  const { reset } = useImportChanges(projectId);
  const [open, setOpen] = useState<"reset" | "delete">();
  const stored = useQuery({ ...storedQuery(projectId, one), enabled: one.import_type === "event_stream" });
  const close = (next: boolean) => next || setOpen(undefined);
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions" data-testid="import.more">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={<RotateCcw aria-hidden />}
          disabledReason={disabledReason ?? (one.paused ? "It is paused; resume it first." : undefined)}
          onSelect={() => setOpen("reset")}
        >
          Load all of it anew …
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => setOpen("delete")}
        >
          Delete …
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={open === "reset"}
        onOpenChange={close}
        title="Load the whole table anew?"
        typed={tableName(one.table_params)}
        confirmLabel="Load anew"
        onConfirm={async () => {
          await reset(one.id);
          toast("A run that loads everything is queued");
        }}
      >
        {stored.data === undefined ? "What is here" : formatEvents(stored.data.events)} stays until the run is
        done, and then goes in one step for what the table has. It cannot be undone, and counts towards the
        usage once more.
      </ConfirmDialog>
      <DeleteImport
        one={one}
        stored={stored.data?.events}
        open={open === "delete"}
        onOpenChange={close}
        onDeleted={onDeleted}
      />
    </>
  );
}
