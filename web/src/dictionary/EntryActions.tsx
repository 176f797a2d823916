import { Link } from "@tanstack/react-router";
import { ChartLine, Radio } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { reportOn } from "../reports/report-links.ts";
import { MenuItem, MenuSeparator } from "../ui/Menu.tsx";
import type { EntryLine } from "./queries.ts";
import { StatusMenu } from "./StatusMenu.tsx";
import { eventTarget } from "./status-change.ts";

/** What can be done with one event of the list. */
export function EntryActions({ line }: { line: EntryLine }) {
  const { projectId } = useProject();
  return (
    <StatusMenu noun="event" target={eventTarget(line)}>
      <MenuItem
        icon={<Radio aria-hidden />}
        render={<Link to="/p/$projectId/events" params={{ projectId }} search={{ event: line.name }} />}
      >
        See events arrive
      </MenuItem>
      <MenuItem
        icon={<ChartLine aria-hidden />}
        render={<Link to="/p/$projectId/reports/new" params={{ projectId }} search={reportOn(line.name)} />}
      >
        Report on it
      </MenuItem>
      <MenuSeparator />
    </StatusMenu>
  );
}
