import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { Card } from "../../ui/Card.tsx";
import { formatCount } from "../../ui/format.ts";
import { Moment } from "../Moment.tsx";
import { type Import, sourcesQuery, storedQuery } from "../queries.ts";
import { kindLabel, modeLabel } from "../words.ts";
import { FrequencySelect } from "./FrequencySelect.tsx";

/** What it is and how it stands, at a glance. */
export function ImportFacts({ one }: { one: Import }) {
  const { projectId, can } = useProject();
  const maySeeSources = can("warehouse:read");
  const sources = useQuery({ ...sourcesQuery(projectId), enabled: maySeeSources });
  const isEvents = one.import_type === "event_stream";
  const stored = useQuery({ ...storedQuery(projectId, one), enabled: isEvents });
  const source = sources.data?.find(({ id }) => id === one.warehouse_source_id);
  return (
    <Card data-testid="import.facts">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-6 gap-y-3">
        <Fact name="Source">
          {source === undefined ? (
            `${maySeeSources ? "deleted" : "source"} (${one.warehouse_source_id})`
          ) : (
            <Link
              to="/p/$projectId/warehouse/sources/$sourceId"
              params={{ projectId, sourceId: source.id }}
              className="text-accent-text hover:underline"
            >
              {source.source_name}
            </Link>
          )}
        </Fact>
        <Fact name="Becomes">
          <span className="line-clamp-3" title={one.event_name ?? undefined}>
            {kindLabel(one.import_type)}
            {one.event_name === null ? "" : ` “${one.event_name}”`}
          </span>
        </Fact>
        <Fact name="Mode">{modeLabel(one.sync_mode)}</Fact>
        <Fact name="Frequency">
          <FrequencySelect one={one} />
        </Fact>
        <Fact name="Next run">
          {one.next_dispatch === null || one.paused ? "none planned" : <Moment at={one.next_dispatch} />}
        </Fact>
        {isEvents ? (
          <Fact name="Events here">
            <span data-testid="import.stored">
              {stored.data === undefined ? "…" : formatCount(stored.data.events)}
            </span>
          </Fact>
        ) : null}
        <Fact name="Import id">{one.id}</Fact>
      </dl>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-soft">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);
