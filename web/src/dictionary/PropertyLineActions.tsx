import { propertyTarget } from "./property-edit.ts";
import type { PropertyLine } from "./property-queries.ts";
import { StatusMenu } from "./StatusMenu.tsx";
import { usePropertyEdits } from "./usePropertyEdits.ts";

/** Hide or drop a property in all events that have it. */
export function PropertyLineActions({ line }: { line: PropertyLine }) {
  return <StatusMenu noun="property" target={propertyTarget(line, usePropertyEdits())} />;
}
