import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { findJump } from "./find-jump.ts";
import { Origin } from "./Origin.tsx";
import type { Settled } from "./queries.ts";
import { sourceWords } from "./sources.ts";

/** Why did it jump? The day that grew most against the one before, and what brought it. */
export function JumpNotice({ lines }: { lines: readonly Settled[] }) {
  const jump = findJump(lines);
  if (jump === undefined) return null;
  const { day, more, contributors } = jump;
  return (
    <Notice
      title={`${formatCount(more)} more events on ${day} than on the day before`}
      data-testid="usage.jump"
    >
      <ul className="list-disc pl-5 [&_a]:text-inherit [&_a]:underline">
        {contributors.map(({ source, importId, more: own }) => (
          <li key={`${source} ${importId}`} className="wrap-anywhere">
            {sourceWords(source)}
            {importId === null ? "" : ", "}
            {importId === null ? null : <Origin source={source} id={importId} />}: {formatCount(own)} more
          </li>
        ))}
      </ul>
    </Notice>
  );
}
