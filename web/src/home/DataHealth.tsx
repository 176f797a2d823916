import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { migrationsQuery } from "../migrations/queries.ts";
import { Card } from "../ui/Card.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import { importsQuery } from "../warehouse/queries.ts";
import { type Health, importsHealth, lagHealth, migrationsHealth } from "./health.ts";
import { readinessQuery } from "./health-queries.ts";

const ASK_MS = 15_000;

/** How the ways in do: what is accepted and not yet to be read, imports, migrations. */
export function DataHealth() {
  const { projectId, can } = useProject();
  const maySee = can("imports:read");
  const maySeeMigrations = can("migrations:read");
  const readiness = useQuery({ ...readinessQuery, refetchInterval: ASK_MS });
  const imports = useQuery({ ...importsQuery(projectId, false), enabled: maySee, refetchInterval: ASK_MS });
  const migrations = useQuery({
    ...migrationsQuery(projectId),
    enabled: maySeeMigrations,
    refetchInterval: ASK_MS,
  });
  return (
    <Card title="Health" data-testid="home.health">
      <dl className="space-y-2.5">
        <Line label="Lag" health={stateOf(readiness, lagHealth)} />
        {maySee ? (
          <Line
            label={
              <Link to="/p/$projectId/warehouse" params={{ projectId }} className="hover:underline">
                Imports
              </Link>
            }
            health={stateOf(imports, (list) => importsHealth(list, Date.now()))}
          />
        ) : null}
        {maySeeMigrations ? (
          <Line
            label={
              <Link to="/p/$projectId/migrations" params={{ projectId }} className="hover:underline">
                Migrations
              </Link>
            }
            health={stateOf(migrations, ({ jobs }) => migrationsHealth(jobs))}
          />
        ) : null}
      </dl>
    </Card>
  );
}

function stateOf<Data>(
  query: { data: Data | undefined; error: Error | null },
  judge: (data: Data) => Health,
): Health {
  if (query.data !== undefined) return judge(query.data);
  return query.error === null
    ? { tone: "off", word: "…", detail: "" }
    : { tone: "bad", word: "Unknown", detail: query.error.message };
}

const Line = ({ label, health }: { label: React.ReactNode; health: Health }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3">
    <dt>{label}</dt>
    <dd>
      <StatusChip tone={health.tone}>{health.word}</StatusChip>
    </dd>
    {health.detail === "" ? null : <dd className="w-full text-xs text-ink-soft">{health.detail}</dd>}
  </div>
);
