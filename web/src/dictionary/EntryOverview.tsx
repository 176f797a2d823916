import { Card } from "../ui/Card.tsx";
import { EntryDefinition } from "./EntryDefinition.tsx";
import { PropertyTable } from "./PropertyTable.tsx";
import type { ShownEntry } from "./queries.ts";

export const EntryOverview = ({ entry }: { entry: ShownEntry }) => (
  <div className="space-y-4">
    <Card title="Definition">
      <EntryDefinition entry={entry} />
    </Card>
    <section aria-label="Properties">
      <h2 className="mb-2 text-sm font-semibold">Properties</h2>
      <PropertyTable entry={entry} />
      <p className="mt-2 text-xs text-ink-faint">
        Those that are declared, and those that{" "}
        {entry.entity_type === "event" ? "events of the last 30 days" : "profiles"} have.
      </p>
    </section>
  </div>
);
