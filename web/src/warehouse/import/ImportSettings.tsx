import { Card } from "../../ui/Card.tsx";
import { FactList } from "../FactList.tsx";
import { Moment } from "../Moment.tsx";
import type { Import } from "../queries.ts";
import { Warnings } from "../wizard/Warnings.tsx";

/** What was said when it was made. It cannot be changed: events of two mappings under one import could not be told apart. */
export function ImportSettings({ one }: { one: Import }) {
  const { sync_window: window } = one;
  const renames = Object.entries(one.property_mappings ?? {}).map(([column, name]) => `${column} → ${name}`);
  return (
    <div className="space-y-4">
      <Card title="Mapping">
        <FactList
          facts={[
            ["Event name", one.event_name ?? (one.event_column_name && `column ${one.event_column_name}`)],
            ["Time", one.time_column_name],
            ["Insert time", one.insert_time_column_name],
            ["User id", one.user_column_name],
            ["Device id", one.device_column_name],
            ["Company", one.company_column_name],
            ["JSON properties", one.json_properties_column_name],
            ["Group key", one.group_key],
            ["Group id", one.group_id_column],
            ["Key column", one.property_key_column_name],
            ["Looks up", one.service_property?.value],
            ["Renamed", renames.join(", ")],
            ["Left out", one.excluded_columns.join(", ")],
            ["Row key", one.primary_key_columns.join(", ")],
            ["Time frame", window === null ? null : `${window.from ?? "…"} to before ${window.to ?? "…"}`],
            ["Looks back", one.sync_mode === "time_based" ? `${one.lookback_seconds} s` : null],
            [
              "Job id",
              <code key="job" className="font-mono text-xs">
                {one.job_id}
              </code>,
            ],
            ["Created", <Moment key="created" at={one.created} />],
            ["By", one.creator_name],
          ]}
        />
        <p className="mt-3 text-xs text-ink-faint">
          A mapping is not changed afterwards: make a new import and delete this one with its data.
        </p>
      </Card>
      <Warnings warnings={one.warnings} />
    </div>
  );
}
