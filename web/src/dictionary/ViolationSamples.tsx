import { CodeBlock } from "../ui/CodeBlock.tsx";
import { Moment } from "./Moment.tsx";
import type { Violation } from "./schema-queries.ts";

/** Records that did not fit, the newest first. Secrets are masked by the server. */
export const ViolationSamples = ({ samples }: { samples: Violation["samples"] }) =>
  samples.length === 0 ? (
    <p className="text-ink-faint">No record of it is kept.</p>
  ) : (
    <ul className="space-y-3" data-testid="violation.samples">
      {samples.map(({ at, message, record }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: samples have no name of their own, and never change their order.
        <li key={index} className="space-y-1">
          <p>
            <span className="font-medium">{message}</span>{" "}
            <span className="text-ink-soft">
              <Moment at={at} />
            </span>
          </p>
          <CodeBlock code={pretty(record)} label="record" />
        </li>
      ))}
    </ul>
  );

/** A record that was shortened is no JSON any more. */
function pretty(record: string): string {
  try {
    return JSON.stringify(JSON.parse(record), null, 2);
  } catch {
    return record;
  }
}
