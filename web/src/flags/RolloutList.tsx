import { Plus } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { newRollout, type RolloutDraft } from "./flag-draft.ts";
import { RolloutEditor } from "./RolloutEditor.tsx";

type RolloutListProps = {
  rollouts: readonly RolloutDraft[];
  keys: readonly string[];
  onChange: (rollouts: RolloutDraft[]) => void;
};

/** Who gets a variant: the first group that fits counts. */
export function RolloutList({ rollouts, keys, onChange }: RolloutListProps) {
  const move = (from: number, to: number) => {
    const next = [...rollouts];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(to, 0, moved);
    onChange(next);
  };
  return (
    <Card
      title="Who gets one"
      action={
        <Button size="sm" onClick={() => onChange([...rollouts, newRollout()])} data-testid="flags.add-group">
          <Plus aria-hidden /> Add group
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft">
        Groups are tried in their order, and the first that fits counts. Whoever fits none gets nothing, and
        the client falls back.
      </p>
      {rollouts.length === 0 ? <p className="font-medium">Nobody but test users.</p> : null}
      <ol className="space-y-3">
        {rollouts.map((rollout, place) => (
          <li key={rollout.id}>
            <RolloutEditor
              rollout={rollout}
              place={place}
              keys={keys}
              onChange={(next) => onChange(rollouts.map((one) => (one.id === rollout.id ? next : one)))}
              onRemove={() => onChange(rollouts.filter(({ id }) => id !== rollout.id))}
              onUp={place === 0 ? undefined : () => move(place, place - 1)}
              onDown={place === rollouts.length - 1 ? undefined : () => move(place, place + 1)}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}
