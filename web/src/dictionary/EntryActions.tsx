import { Link } from "@tanstack/react-router";
import { Ban, ChartLine, CircleCheck, Eye, EyeOff, MoreHorizontal, Radio } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/Menu.tsx";
import type { EntryLine } from "./queries.ts";
import { eventTarget } from "./status-change.ts";
import { useStatusChange } from "./useStatusChange.tsx";

/** What can be done with one event of the list. */
export function EntryActions({ line }: { line: EntryLine }) {
  const { projectId, whyNot } = useProject();
  const { start, dialog } = useStatusChange("event", [eventTarget(line)]);
  const reason = whyNot("dictionary:write");
  return (
    <>
      <Menu
        trigger={
          <Button
            look="ghost"
            size="icon"
            aria-label={`Actions for ${line.name}`}
            data-testid="dictionary.actions"
          >
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={<Radio aria-hidden />}
          render={<Link to="/p/$projectId/events" params={{ projectId }} />}
        >
          See events arrive
        </MenuItem>
        <MenuItem
          icon={<ChartLine aria-hidden />}
          render={<Link to="/p/$projectId/reports/new" params={{ projectId }} />}
        >
          Report on it
        </MenuItem>
        <MenuSeparator />
        {line.hidden ? (
          <MenuItem icon={<Eye aria-hidden />} disabledReason={reason} onSelect={() => start("show")}>
            Show again
          </MenuItem>
        ) : (
          <MenuItem icon={<EyeOff aria-hidden />} disabledReason={reason} onSelect={() => start("hide")}>
            Hide…
          </MenuItem>
        )}
        {line.dropped ? (
          <MenuItem icon={<CircleCheck aria-hidden />} disabledReason={reason} onSelect={() => start("take")}>
            Take in again
          </MenuItem>
        ) : (
          <MenuItem icon={<Ban aria-hidden />} danger disabledReason={reason} onSelect={() => start("drop")}>
            Drop…
          </MenuItem>
        )}
      </Menu>
      {dialog}
    </>
  );
}
