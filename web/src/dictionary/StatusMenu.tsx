import { Ban, CircleCheck, Eye, EyeOff, MoreHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import type { StatusTarget } from "./status-change.ts";
import { useStatusChange } from "./useStatusChange.tsx";

type StatusMenuProps = {
  noun: "event" | "property";
  target: StatusTarget;
  /** `dropped` says nothing of profiles. */
  canDrop?: boolean;
  /** Items before those of the status. */
  children?: ReactNode;
};

/** Hide or drop one thing, and the ways back. */
export function StatusMenu({ noun, target, canDrop = true, children }: StatusMenuProps) {
  const { whyNot } = useProject();
  const { start, dialog } = useStatusChange(noun, [target]);
  const { name, hidden, dropped } = target;
  const reason = whyNot("dictionary:write");
  return (
    <>
      <Menu
        trigger={
          <Button
            look="ghost"
            size="icon"
            aria-label={`Actions for ${name}`}
            data-testid="dictionary.actions"
          >
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        {children}
        <MenuItem
          icon={hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          disabledReason={reason}
          onSelect={() => start(hidden ? "show" : "hide")}
        >
          {hidden ? "Show again" : "Hide…"}
        </MenuItem>
        {canDrop ? (
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
