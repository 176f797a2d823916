import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { Moment } from "../Moment.tsx";
import type { Run } from "../queries.ts";

export const RunLog = ({ run: { log } }: { run: Run }) =>
  log.length === 0 ? null : (
    <details>
      <summary className="cursor-pointer text-ink-soft">
        Log ({log.length === 1 ? "1 line" : `${log.length} lines`})
      </summary>
      <ScrollRegion aria-label="Log" className="mt-2 max-h-72">
        <ol className="space-y-1 text-xs">
          {log.map(({ at, phase, text }) => (
            <li key={`${at} ${phase} ${text}`} className="flex flex-wrap gap-x-3">
              <Moment at={at} />
              <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    </details>
  );
