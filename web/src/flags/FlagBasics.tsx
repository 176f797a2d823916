import { Card } from "../ui/Card.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { FlagDraft } from "./flag-draft.ts";

const SERVING = [
  { value: "remote_or_local", label: "By the server, or by clients themselves" },
  { value: "client", label: "By the server, to clients" },
  { value: "server", label: "By other servers themselves" },
  { value: "remote_only", label: "By the server alone" },
] as const;

type FlagBasicsProps = {
  draft: FlagDraft;
  onChange: (next: Partial<FlagDraft>) => void;
  /** The context is fixed then: another would put everybody into another bucket. */
  wasEnabled: boolean;
};

export const FlagBasics = ({ draft, onChange, wasEnabled }: FlagBasicsProps) => (
  <Card title="Flag">
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Name" required>
        <TextInput
          value={draft.name}
          maxLength={255}
          onChange={(event) => onChange({ name: event.target.value })}
          data-testid="flags.name"
        />
      </Field>
      <Field label="Key" required hint="What clients call it. Another key deals everybody anew.">
        <TextInput
          value={draft.key}
          maxLength={255}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => onChange({ key: event.target.value })}
          data-testid="flags.key"
        />
      </Field>
      <Field
        label="Decided by"
        required
        hint={
          wasEnabled
            ? "Stays as it is: the flag has been on, and another would deal everybody anew."
            : "distinct_id, device_id, or a group key such as company_id."
        }
      >
        <TextInput
          value={draft.context}
          maxLength={255}
          readOnly={wasEnabled}
          onChange={(event) => onChange({ context: event.target.value })}
        />
      </Field>
      <Field label="Evaluated" required>
        <Select choices={SERVING} value={draft.serving} onChoose={(serving) => onChange({ serving })} />
      </Field>
      <Field label="Tags" hint="Separated by commas.">
        <TextInput value={draft.tags} onChange={(event) => onChange({ tags: event.target.value })} />
      </Field>
      <Field label="Description">
        <Textarea
          rows={1}
          value={draft.description}
          maxLength={4000}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
    </div>
  </Card>
);
