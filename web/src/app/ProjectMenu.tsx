import { Link, useParams } from "@tanstack/react-router";
import { Check, LayoutGrid } from "lucide-react";
import type { MenuBody } from "../ui/LazyMenu.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/Menu.tsx";
import { useMe } from "./me.ts";

/** More than these are found on the page of all projects. */
const SHOWN_MAX = 12;

export const ProjectMenu: MenuBody = ({ trigger }) => {
  const { projectId } = useParams({ strict: false });
  const projects = Object.values(useMe().projects).sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Menu align="start" trigger={trigger} defaultOpen>
      {projects.slice(0, SHOWN_MAX).map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={<Check aria-hidden className={id === projectId ? "" : "invisible"} />}
          render={<Link to="/p/$projectId/home" params={{ projectId: id }} />}
        >
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LayoutGrid aria-hidden />} render={<Link to="/projects" />}>
        All projects{projects.length > SHOWN_MAX ? ` (${projects.length})` : ""}
      </MenuItem>
    </Menu>
  );
};
