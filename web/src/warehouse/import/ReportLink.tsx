import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartLine } from "lucide-react";
import { useProject } from "../../app/useProject.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { type Import, storedQuery } from "../queries.ts";
import { reportSearch } from "./report-search.ts";

/** To a report of what this import brought. Old events are not in the pickers: here they are found by the import's id. */
export function ReportLink({ one }: { one: Import }) {
  const { projectId, timezone } = useProject();
  const isEvents = one.import_type === "event_stream";
  const stored = useQuery({ ...storedQuery(projectId, one), enabled: isEvents });
  const search = reportSearch(one, stored.data, timezone);
  if (!isEvents) return null;
  return (
    <LinkButton
      testId="import.report"
      disabledReason={search === undefined ? "There are no events of it to report on yet." : undefined}
      link={<Link to="/p/$projectId/reports/new" params={{ projectId }} search={search ?? {}} />}
    >
      <ChartLine aria-hidden /> Report on this import
    </LinkButton>
  );
}
