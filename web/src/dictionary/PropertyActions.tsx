import { Ban, CircleCheck, Eye, EyeOff, MoreHorizontal } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import { propertyEdit } from "./property-edit.ts";
import type { EntryProperty, ShownEntry } from "./queries.ts";
import { useStatusChange } from "./useStatusChange.tsx";

/** Hide or drop one property of one entry. */
export function PropertyActions({ entry, line }: { entry: ShownEntry; line: EntryProperty }) {
  const { whyNot } = useProject();
  const { name, hidden, dropped, volume_30d: volume } = line;
  const target = {
    ...{ name, hidden, dropped, volume },
    toEdits: (marks: object) => [propertyEdit(entry, line, marks)],
  };
  const { start, dialog } = useStatusChange("property", [target]);
  const reason = whyNot("dictionary:write");
  return (
    <>
      <Menu
        trigger={
          <Button look="ghost" size="icon" aria-label={`Actions for ${name}`} data-testid="property.actions">
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          disabledReason={reason}
          onSelect={() => start(hidden ? "show" : "hide")}
        >
          {hidden ? "Show again" : "Hide…"}
        </MenuItem>
        {entry.entity_type === "event" ? (
          <MenuItem
            icon={dropped ? <CircleCheck aria-hidden /> : <Ban aria-hidden />}
            danger={!dropped}
            disabledReason={reason}
            onSelect={() => start(dropped ? "take" : "drop")}
          >
            {dropped ? "Take in again" : "Drop…"}
          </MenuItem>
        ) : null}
      </Menu>
      {dialog}
    </>
  );
}
