import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";

/** What brought events: a link to the import or migration, where there is one. */
export function Origin({ source, id }: { source: string; id: string | null }) {
  const { projectId } = useProject();
  const look = "wrap-anywhere text-accent-text hover:underline";
  if (id === null) return <span className="text-ink-faint">–</span>;
  if (source === "warehouse" && /^\d{1,15}$/.test(id))
    return (
      <Link
        to="/p/$projectId/warehouse/$importId"
        params={{ projectId, importId: Number(id) }}
        className={look}
      >
        Import {id}
      </Link>
    );
  if (source.startsWith("migration-"))
    return (
      <Link to="/p/$projectId/migrations/$jobId" params={{ projectId, jobId: id }} className={look}>
        {id}
      </Link>
    );
  return <span className="wrap-anywhere">{id}</span>;
}
