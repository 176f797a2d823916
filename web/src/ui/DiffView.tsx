import { useMemo } from "react";
import { cx } from "./cx.ts";
import { diffLines } from "./diff-lines.ts";
import { ScrollRegion } from "./ScrollRegion.tsx";

type DiffViewProps = {
  /** Text as it is; anything else as JSON. Undefined: there was nothing. */
  before: unknown;
  after: unknown;
  label?: string;
};

const LOOKS = {
  same: { mark: " ", words: "", look: "text-ink-soft" },
  added: { mark: "+", words: "added: ", look: "bg-ok-soft text-ok-text" },
  removed: { mark: "−", words: "removed: ", look: "bg-bad-soft text-bad-text" },
} as const;

/** What became of something, line by line: by mark and colour, and in words for those who listen. */
export function DiffView({ before, after, label = "Changes" }: DiffViewProps) {
  const lines = useMemo(() => diffLines(textOf(before), textOf(after)), [before, after]);
  return (
    <ScrollRegion aria-label={label} className="max-h-96 rounded-lg border border-line bg-sunken">
      <pre className="w-max min-w-full py-2 font-mono text-xs leading-5">
        {lines.map(({ kind, text }, line) => {
          const { mark, words, look } = LOOKS[kind];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place.
            <div key={line} className={cx("px-3", look)}>
              <span aria-hidden>{mark} </span>
              <span className="sr-only">{words}</span>
              {text}
            </div>
          );
        })}
      </pre>
    </ScrollRegion>
  );
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : typeof value === "string"
      ? value
      : JSON.stringify(value, null, 2);
