import { StatusChip } from "../ui/StatusChip.tsx";
import type { Migration } from "./queries.ts";
import { MIGRATION_STATES } from "./states.ts";

export function MigrationStatus({ state }: Pick<Migration, "state">) {
  const { word, tone, icon } = MIGRATION_STATES[state];
  return (
    <StatusChip tone={tone} data-testid="migrations.status" {...(icon === undefined ? {} : { icon })}>
      {word}
    </StatusChip>
  );
}
