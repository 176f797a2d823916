import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { Badge } from "../ui/Badge.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { CertificateTab } from "./CertificateTab.tsx";
import { MigrationActions } from "./MigrationActions.tsx";
import { MigrationProgress } from "./MigrationProgress.tsx";
import { MigrationStatus } from "./MigrationStatus.tsx";
import { PlanView } from "./PlanView.tsx";
import { type Migration, migrationQuery } from "./queries.ts";
import { migrationWords } from "./words.ts";

/** One migration: how far it is, what it would load or has loaded, and the proof. */
export function MigrationPage() {
  const { projectId } = useProject();
  const { jobId } = useParams({ from: "/signed-in/p/$projectId/migrations/$jobId" });
  const migration = useQuery(migrationQuery(projectId, jobId));
  const { data } = migration;
  return (
    <Page
      title={data === undefined ? "Migration" : migrationWords(data)}
      above={
        <Link to="/p/$projectId/migrations" params={{ projectId }} className="hover:underline">
          ← Migrations
        </Link>
      }
      {...(data === undefined
        ? {}
        : {
            badge: (
              <>
                <Badge>Beta</Badge>
                <MigrationStatus state={data.state} />
              </>
            ),
            description: `${data.start_date} to ${data.end_date}, by ${data.range_basis}.`,
            action: <MigrationActions migration={data} />,
          })}
    >
      <QueryState query={migration} failedTitle="The migration could not be loaded">
        {(found) => (found.dry_run ? <DryRun migration={found} /> : <Run migration={found} />)}
      </QueryState>
    </Page>
  );
}

const DryRun = ({ migration }: { migration: Migration }) => (
  <div className="space-y-5">
    <MigrationProgress migration={migration} />
    {migration.plan === undefined ? null : <PlanView migration={migration} plan={migration.plan} />}
  </div>
);

function Run({ migration }: { migration: Migration }) {
  const { tab = "progress", only } = useSearch({ from: "/signed-in/p/$projectId/migrations/$jobId" });
  const navigate = useNavigate({ from: "/p/$projectId/migrations/$jobId" });
  return (
    <Tabs
      label="Parts of the migration"
      active={tab}
      onChange={(next) =>
        void navigate({ search: next === "certificate" ? { tab: next } : {}, replace: true })
      }
      tabs={[
        { name: "progress", label: "Progress", content: <MigrationProgress migration={migration} /> },
        {
          name: "certificate",
          label: "Certificate",
          content: (
            <CertificateTab
              migration={migration}
              onlyDifferences={only === "differences"}
              onOnlyDifferences={(isOnly) =>
                void navigate({
                  search: { tab: "certificate", ...(isOnly ? { only: "differences" as const } : {}) },
                  replace: true,
                })
              }
            />
          ),
        },
      ]}
    />
  );
}
