import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

const EXAMPLE = `{
  "event": "$experiment_started",
  "properties": {
    "distinct_id": "ana",
    "Experiment name": "new_checkout",
    "Variant name": "treatment"
  }
}`;

/** What stands in the place of the list while there is none. */
export const HowExposuresWork = ({ action }: { action: ReactNode }) => (
  <EmptyState title="No experiments yet" icon={FlaskConical} action={action}>
    <p>
      An experiment compares what people do who got one variant with what people do who got another. Somebody
      takes part from their first event “$experiment_started” that names the experiment; clients that ask for
      a flag send it by themselves.
    </p>
    <div className="mt-3 text-left">
      <CodeBlock code={EXAMPLE} label="exposure event" />
    </div>
  </EmptyState>
);
