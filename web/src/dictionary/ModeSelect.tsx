import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Field } from "../ui/Field.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Select } from "../ui/Select.tsx";
import { toast } from "../ui/toast.ts";
import { useDictionaryChanges } from "./changes.ts";
import { modesQuery } from "./schema-queries.ts";
import { toastFailure } from "./toast-failure.ts";

type Mode = "off" | "observe" | "reject";
type Choice = Mode | "project";

const WORDS: Record<Mode, string> = {
  observe: "Count them and store them",
  reject: "Refuse them",
  off: "Do not look",
};

/** What becomes of events that are not as declared: of all, or of one that goes its own way. */
export function ModeSelect({ event }: { event: string | undefined }) {
  const { projectId, whyNot } = useProject();
  const { setModes } = useDictionaryChanges();
  const modes = useQuery(modesQuery(projectId));
  const [asked, setAsked] = useState<Choice>();
  const reason = whyNot("dictionary:write");
  const apply = async (chosen: Choice) => {
    const mode = chosen === "project" ? null : chosen;
    await setModes(event === undefined ? { mode: mode ?? "observe" } : { events: [{ event, mode }] });
    toast("Saved: it holds from the next batch on");
  };
  return (
    <QueryState query={modes} failedTitle="The settings could not be loaded">
      {({ mode, events }) => (
        <>
          <Field
            label={
              event === undefined ? "Events that are not as declared" : "When this event is not as declared"
            }
            required
            className="max-w-sm"
            hint={reason}
          >
            <Select<Choice>
              choices={choicesOf(event, mode)}
              value={
                event === undefined ? mode : (events.find((one) => one.event === event)?.mode ?? "project")
              }
              disabled={reason !== undefined}
              data-testid="dictionary.mode"
              onChoose={(chosen) =>
                chosen === "reject" ? setAsked(chosen) : apply(chosen).catch(toastFailure)
              }
            />
          </Field>
          <ConfirmDialog
            open={asked !== undefined}
            onOpenChange={(next) => next || setAsked(undefined)}
            title={
              event === undefined
                ? "Refuse events that do not fit?"
                : "Refuse this event when it does not fit?"
            }
            typed="refuse"
            confirmLabel="Refuse them"
            onConfirm={() => apply("reject")}
          >
            From the next batch on, records that are not as declared are refused; the others of their batch
            are taken. What was refused is not stored and cannot be got back, unless its sender sends it
            again. The setting itself can be undone at any time.
          </ConfirmDialog>
        </>
      )}
    </QueryState>
  );
}

const choicesOf = (event: string | undefined, mode: Mode): { value: Choice; label: string }[] => [
  ...(event === undefined ? [] : [{ value: "project" as const, label: `As the project: ${WORDS[mode]}` }]),
  ...(["observe", "reject", "off"] as const).map((value) => ({ value, label: WORDS[value] })),
];
