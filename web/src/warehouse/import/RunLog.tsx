import { Moment } from "../Moment.tsx";
import type { Run } from "../queries.ts";

export const RunLog = ({ run: { log } }: { run: Run }) =>
  log.length === 0 ? null : (
    <details>
      <summary className="cursor-pointer text-ink-soft">Log ({log.length} lines)</summary>
      <ol className="mt-2 max-h-72 space-y-1 overflow-y-auto text-xs">
        {log.map(({ at, phase, text }) => (
          <li key={`${at} ${phase} ${text}`} className="flex flex-wrap gap-x-3">
            <Moment at={at} />
            <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
