import { Select } from "../ui/Select.tsx";
import { PROPERTY_TYPES, propertyEdit } from "./property-edit.ts";
import type { EntryProperty, ShownEntry } from "./queries.ts";
import type { SaveEdits } from "./useEntryEdits.ts";

type TypeSelectProps = {
  line: EntryProperty;
  entry: ShownEntry;
  whyNot: string | undefined;
  save: SaveEdits;
};

const CHOICES = PROPERTY_TYPES.map((value) => ({ value, label: value }));

/** The declared type. Choosing one declares the property; from then on events are held against it. */
export function TypeSelect({ line, entry, whyNot, save }: TypeSelectProps) {
  const known = PROPERTY_TYPES.find((type) => type === line.type);
  return (
    <span title={whyNot}>
      <Select
        aria-label={`Declared type of ${line.name}`}
        choices={CHOICES}
        {...(known === undefined ? { placeholder: "none" } : {})}
        value={known ?? ("" as "string")}
        disabled={whyNot !== undefined}
        data-testid="property.type"
        onChoose={(type) =>
          void save(
            [propertyEdit(entry, line, { type })],
            // No edit takes a property out of a schema again.
            known === undefined ? undefined : [propertyEdit(entry, line, { type: known })],
            "Type saved",
          )
        }
      />
    </span>
  );
}
