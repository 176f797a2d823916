import { StatusChip } from "../../ui/StatusChip.tsx";
import { Moment } from "../Moment.tsx";
import type { Source } from "../queries.ts";

/** What came of the last test of a source, and when that was. */
export const LastTest = ({ test }: { test: Source["last_test"] }) => {
  if (test === null) return <StatusChip tone="off">Not tested</StatusChip>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StatusChip tone={test.ok ? "ok" : "bad"} title={test.message}>
        {test.ok ? "Works" : "Failed"}
      </StatusChip>
      <span className="text-xs text-ink-soft">
        <Moment at={test.tested_at} />
      </span>
    </span>
  );
};
