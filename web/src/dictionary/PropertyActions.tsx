import { propertyEdit } from "./property-edit.ts";
import type { EntryProperty, ShownEntry } from "./queries.ts";
import { StatusMenu } from "./StatusMenu.tsx";

/** Hide or drop one property of one entry. */
export function PropertyActions({ entry, line }: { entry: ShownEntry; line: EntryProperty }) {
  const { name, hidden, dropped, volume_30d: volume } = line;
  const target = {
    ...{ name, hidden, dropped, volume, isExact: true },
    toEdits: (marks: object) => [propertyEdit(entry, line, marks)],
  };
  return <StatusMenu noun="property" target={target} canDrop={entry.entity_type === "event"} />;
}
