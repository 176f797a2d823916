import { Plus, Trash2 } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { partId, type TesterDraft } from "./flag-draft.ts";

type TestUsersProps = {
  testers: readonly TesterDraft[];
  keys: readonly string[];
  onChange: (testers: TesterDraft[]) => void;
};

/** People who get a certain variant before all rules, and whom experiments leave out. */
export function TestUsers({ testers, keys, onChange }: TestUsersProps) {
  const change = (id: string, next: Partial<TesterDraft>) =>
    onChange(testers.map((tester) => (tester.id === id ? { ...tester, ...next } : tester)));
  return (
    <Card
      title="Test users"
      action={
        <Button
          size="sm"
          onClick={() => onChange([...testers, { id: partId(), person: "", variant: keys[0] ?? "" }])}
          data-testid="flags.add-tester"
        >
          <Plus aria-hidden /> Add test user
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft">
        They get their variant before all groups while the flag is on. Experiments leave them out.
      </p>
      <ul className="space-y-2">
        {testers.map(({ id, person, variant }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <TextInput
              aria-label="Distinct id"
              placeholder="Distinct id"
              className="max-w-64"
              value={person}
              onChange={(event) => change(id, { person: event.target.value })}
              data-testid="flags.tester"
            />
            <Select
              aria-label={`Variant of ${person || "the test user"}`}
              className="max-w-44"
              choices={keys.map((key) => ({ value: key, label: key }))}
              value={variant}
              onChoose={(chosen) => change(id, { variant: chosen })}
            />
            <Button
              size="icon"
              look="ghost"
              aria-label={`Remove ${person || "the test user"}`}
              onClick={() => onChange(testers.filter((tester) => tester.id !== id))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
