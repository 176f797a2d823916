import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { reportByImport } from "../reports/report-links.ts";

/** Old events are not gone; they are asked about in another place. */
export function OldEventsNotice() {
  const { projectId } = useProject();
  return (
    <p className="text-xs text-ink-soft" data-testid="events.old">
      Events whose own time lies in the last 30 days. Older ones, such as those of an import, are found by a
      report with their time frame:{" "}
      <Link
        to="/p/$projectId/reports/new"
        params={{ projectId }}
        search={reportByImport()}
        className="text-accent-text underline"
      >
        report by import id
      </Link>
      .
    </p>
  );
}
