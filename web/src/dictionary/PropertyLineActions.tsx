import type { PropertyLine } from "./property-queries.ts";
import { StatusMenu } from "./StatusMenu.tsx";
import { usePropertyEdits } from "./usePropertyEdits.ts";

/** Hide or drop a property in all events that have it. */
export function PropertyLineActions({ line }: { line: PropertyLine }) {
  const toEdits = usePropertyEdits();
  const target = {
    name: line.name,
    hidden: line.hidden_in > 0,
    dropped: line.dropped_in > 0,
    volume: line.volume_30d,
    toEdits: (marks: object) => toEdits(line, marks),
  };
  return <StatusMenu noun="property" target={target} />;
}
