import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Column } from "../queries.ts";
import { CommitText } from "./CommitText.tsx";
import type { Draft } from "./draft.ts";

type EventNameFieldProps = { columns: readonly Column[]; draft: Draft; onChange: (draft: Draft) => void };

const FAMILIES = ["text", "integer", "boolean"];

/** One name for all, or a column that says it for each row. */
export function EventNameField({ columns, draft, onChange }: EventNameFieldProps) {
  const column = draft.roles?.event_column_name;
  const choose = (name: string) => {
    const { event_column_name: _, ...others } = draft.roles ?? {};
    onChange({ ...draft, roles: name === "" ? others : { ...others, event_column_name: name } });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Event name from" required>
        <Select
          value={column ?? ""}
          placeholder="One name for all rows"
          choices={columns
            .filter(({ mapped_type: family }) => FAMILIES.includes(family))
            .map(({ name }) => ({ value: name, label: `column ${name}` }))}
          onChange={(event) => choose(event.target.value)}
          data-testid="wizard.event-column"
        />
      </Field>
      {column === undefined ? (
        <Field label="Event name" hint="Left empty, the table's name.">
          <CommitText
            value={draft.event ?? ""}
            maxLength={255}
            data-testid="wizard.event-name"
            onCommit={(event) => onChange({ ...draft, event })}
          />
        </Field>
      ) : null}
    </div>
  );
}
