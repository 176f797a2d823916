import { StatusChip } from "../ui/StatusChip.tsx";
import { stateWords } from "./import-state.ts";
import type { Import } from "./queries.ts";

export function ImportStateChip({ one }: { one: Import }) {
  const { tone, icon, word, sentence } = stateWords(one, Date.now());
  return (
    <StatusChip tone={tone} title={sentence} data-testid="warehouse.import-state" {...(icon ? { icon } : {})}>
      {word}
    </StatusChip>
  );
}
