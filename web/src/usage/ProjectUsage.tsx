import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PERMISSIONS, projectRoleReaches } from "../../../src/platform/access/index.ts";
import { useMe } from "../app/me.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { monthWords, spanOf } from "./months.ts";
import { usageQuery } from "./queries.ts";

type ProjectRow = { id: number; name: string; events: number | undefined };

/** Each takes a request of its own. */
const PROJECTS_MAX = 50;

/** The same month of all projects whose usage the member may see. */
export function ProjectUsage({ month }: { month: string }) {
  const projects = Object.values(useMe().projects)
    .filter(({ role }) => projectRoleReaches(role, PERMISSIONS["usage:read"].least))
    .slice(0, PROJECTS_MAX);
  const usages = useQueries({ queries: projects.map(({ id }) => usageQuery(id, spanOf(month))) });
  if (projects.length < 2) return null;
  const rows = projects.map(
    ({ id, name }, index): ProjectRow => ({ id, name, events: usages[index]?.data?.events }),
  );
  const columns: TableColumn<ProjectRow>[] = [
    {
      id: "project",
      header: "Project",
      isName: true,
      cell: ({ id, name }) => (
        <Link
          to="/p/$projectId/usage"
          params={{ projectId: id }}
          search={{ month }}
          className="wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: "events",
      header: "Events",
      align: "right",
      cell: ({ events }) => (events === undefined ? "…" : formatCount(events)),
      sortBy: ({ events }) => events,
    },
  ];
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">Your projects, {monthWords(month)}</h2>
      <DataTable
        label="Usage by project"
        rows={rows}
        rowId={({ id }) => String(id)}
        columns={columns}
        csvName={`usage_${month}_projects`}
        data-testid="usage.projects"
      />
    </section>
  );
}
