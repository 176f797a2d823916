import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { reportByMigration } from "../reports/report-links.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Notice } from "../ui/Notice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { CertificateHead } from "./CertificateHead.tsx";
import { CertificateTable } from "./CertificateTable.tsx";
import { certificateQuery, isAtWork, type Migration } from "./queries.ts";
import { Verify } from "./Verify.tsx";

type CertificateTabProps = {
  migration: Migration;
  onlyDifferences: boolean;
  onOnlyDifferences: (isOnly: boolean) => void;
};

/** What became of every exported line: by day and event, with whatever was not loaded flagged. */
export function CertificateTab({ migration, onlyDifferences, onOnlyDifferences }: CertificateTabProps) {
  const isEarly = isAtWork(migration) || migration.state.startsWith("paused") || migration.state === "failed";
  if (isEarly)
    return (
      <EmptyState title="There is no certificate yet">
        It is made when the migration has ended: what was exported, what is stored, and what became of the
        rest.
      </EmptyState>
    );
  return (
    <Found migration={migration} onlyDifferences={onlyDifferences} onOnlyDifferences={onOnlyDifferences} />
  );
}

function Found({ migration, onlyDifferences, onOnlyDifferences }: CertificateTabProps) {
  const { projectId } = useProject();
  const certificate = useQuery(certificateQuery(projectId, migration.job_id));
  return (
    <QueryState query={certificate} failedTitle="The certificate could not be loaded">
      {(found) => (
        <div className="space-y-5">
          <CertificateHead certificate={found} />
          <WhereToLook migration={migration} />
          <Verify jobId={migration.job_id} />
          <CertificateTable
            certificate={found}
            onlyDifferences={onlyDifferences}
            onOnlyDifferences={onOnlyDifferences}
          />
        </div>
      )}
    </QueryState>
  );
}

/** Old events are not in lists and pickers; reports find them. */
function WhereToLook({ migration }: { migration: Migration }) {
  const { projectId } = useProject();
  return (
    <Notice tone="info">
      Events older than 30 days do not appear in the dictionary, on the events page or in pickers.{" "}
      <Link
        to="/p/$projectId/reports/new"
        params={{ projectId }}
        search={reportByMigration(migration.job_id, migration.start_date)}
        className="underline"
        data-testid="migrations.report"
      >
        Report on what this migration brought
      </Link>
    </Notice>
  );
}
