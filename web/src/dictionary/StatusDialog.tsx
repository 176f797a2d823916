import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { formatEvents } from "../ui/format.ts";
import { toast } from "../ui/toast.ts";
import { useDictionaryChanges } from "./changes.ts";
import { DONE_WORDS, editsOf, MARKS, type StatusTarget, typedFor } from "./status-change.ts";

type StatusDialogProps = {
  change: "hide" | "drop";
  /** What they are: "event" or "property". */
  noun: "event" | "property";
  targets: readonly StatusTarget[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** Asks before something leaves the menus, or is not taken in any more. */
export function StatusDialog({ change, noun, targets, open, onClose, onDone }: StatusDialogProps) {
  const { edit } = useDictionaryChanges();
  const what = countOf(targets.length, noun);
  const confirm = async () => {
    await edit(await editsOf(targets, MARKS[change]));
    toast(`${what} ${DONE_WORDS[change]}`);
    onDone?.();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${change === "hide" ? "Hide" : "Drop"} ${what}?`}
      typed={typedFor(targets)}
      confirmLabel={change === "hide" ? "Hide" : "Drop"}
      onConfirm={confirm}
      data-testid={`dictionary.${change}.dialog`}
    >
      <Affected targets={targets} />
      {change === "hide" ? <HideWords /> : <DropWords noun={noun} />}
    </ConfirmDialog>
  );
}

export const countOf = (count: number, noun: "event" | "property"): string => {
  const plural = noun === "event" ? "events" : "properties";
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
};

const NAMES_SHOWN = 5;

function Affected({ targets }: { targets: readonly StatusTarget[] }) {
  const volume = targets.reduce((sum, target) => sum + target.volume, 0);
  return (
    <div className="mb-2">
      <ul className="list-disc pl-5 text-ink">
        {targets.slice(0, NAMES_SHOWN).map(({ name }) => (
          <li key={name}>
            <span className="line-clamp-2 wrap-anywhere">{name}</span>
          </li>
        ))}
        {targets.length > NAMES_SHOWN ? <li>and {targets.length - NAMES_SHOWN} more</li> : null}
      </ul>
      <p className="mt-2">
        {formatEvents(volume)} of the last 30 days {volume === 1 ? "has" : "have"} it.
      </p>
    </div>
  );
}

const HideWords = () => (
  <p>
    It leaves the menus and lists that people choose from; it is still taken in, and saved reports go on. This
    can be undone at any time.
  </p>
);

const DropWords = ({ noun }: { noun: "event" | "property" }) => (
  <p>
    From now on the {noun} is left out as it comes in, through every door. What is stored stays.{" "}
    <strong className="text-ink">What is left out cannot be got back</strong>; dropping itself can be ended at
    any time.
  </p>
);
