import { useProject } from "../../app/useProject.ts";
import { Select } from "../../ui/Select.tsx";
import { toast } from "../../ui/toast.ts";
import { useImportChanges } from "../changes.ts";
import type { Import } from "../queries.ts";
import { FREQUENCIES, frequencyOf } from "../words.ts";

/** How often it runs; changed on the spot, and taken back by Undo. */
export function FrequencySelect({ one }: { one: Import }) {
  const { projectId, whyNot } = useProject();
  const { change } = useImportChanges(projectId);
  const reason = one.sync_mode === "one_time" ? "A one-time import runs once." : whyNot("warehouse:write");
  const now = frequencyOf(one.run_every);
  if (reason !== undefined)
    return <span title={reason}>{one.sync_mode === "one_time" ? "Once" : now.label}</span>;
  const set = async (runEvery: number) => {
    await change(one.id, { run_every: runEvery });
  };
  const choose = (value: string) => {
    const next = FREQUENCIES.find((known) => known.value === value);
    if (next === undefined || next === now) return;
    set(next.runEvery).then(
      () => toast(`It runs: ${next.label.toLowerCase()}`, { undo: () => void set(now.runEvery) }),
      (cause: unknown) =>
        toast(cause instanceof Error ? cause.message : "That did not work", { tone: "bad" }),
    );
  };
  return (
    <Select
      aria-label="Frequency"
      value={now.value}
      choices={FREQUENCIES}
      onChoose={choose}
      data-testid="import.every"
    />
  );
}
