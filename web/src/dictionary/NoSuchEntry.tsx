import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { reportOn } from "../reports/report-links.ts";
import { buttonClass } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import type { EntryRef } from "./queries.ts";

/** A name that nobody described and that has not arrived lately. Reports still find it. */
export function NoSuchEntry({ entityType, name }: EntryRef) {
  const { projectId } = useProject();
  if (entityType === "profile")
    return <EmptyState title="No such profiles">None has arrived, and nobody has described any.</EmptyState>;
  return (
    <EmptyState
      title="Nobody has described this event, and none of the last 30 days has this name"
      action={
        <Link
          to="/p/$projectId/reports/new"
          params={{ projectId }}
          search={reportOn(name)}
          className={buttonClass("primary")}
        >
          Report on it
        </Link>
      }
    >
      Older events are still stored: a report finds them by time frame and exact name.
    </EmptyState>
  );
}
