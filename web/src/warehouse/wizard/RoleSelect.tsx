import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Column } from "../queries.ts";
import type { Draft } from "./draft.ts";
import type { RoleWords } from "./roles.ts";

type RoleSelectProps = {
  words: RoleWords;
  columns: readonly Column[];
  draft: Draft;
  onChange: (draft: Draft) => void;
};

/** Which column plays a part. */
export function RoleSelect({ words, columns, draft, onChange }: RoleSelectProps) {
  const { role, label, hint, required = false, families } = words;
  const fitting = columns.filter(({ mapped_type: family }) => families.includes(family));
  const choose = (name: string) => {
    const { [role]: _, ...others } = draft.roles ?? {};
    onChange({ ...draft, roles: name === "" ? others : { ...others, [role]: name } });
  };
  return (
    <Field label={label} hint={hint} required={required}>
      <Select
        placeholder={required ? "Choose a column" : "None"}
        value={draft.roles?.[role] ?? ""}
        choices={fitting.map(({ name, type }) => ({ value: name, label: `${name} (${type})` }))}
        onChange={(event) => choose(event.target.value)}
        data-testid={`wizard.role-${role}`}
      />
    </Field>
  );
}
