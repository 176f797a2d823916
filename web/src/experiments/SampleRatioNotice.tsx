import { Notice } from "../ui/Notice.tsx";
import type { SampleRatio } from "./results.ts";
import { chanceWords } from "./words.ts";

const WORDS = {
  fine: { tone: "ok", title: "The split is as it was meant" },
  mismatch: { tone: "bad", title: "The split is not the one that was meant" },
  insufficient: { tone: "info", title: "Too few people to judge the split" },
  off: { tone: "info", title: "The split is not checked" },
} as const;

/** The sample-ratio check: a wrong split means that somebody is missing, and then no number can be trusted. */
export function SampleRatioNotice({ ratio }: { ratio: SampleRatio }) {
  const { tone, title } = WORDS[ratio.verdict];
  const expected = Object.entries(ratio.expected)
    .map(([key, count]) => `${key} ${Math.round(count).toLocaleString("en")}`)
    .join(", ");
  return (
    <Notice tone={tone} title={title} data-testid="experiments.srm">
      {ratio.p === null ? null : (
        <p className="wrap-anywhere">
          Such a difference from what was expected ({expected}) comes about by chance with p ={" "}
          {chanceWords(ratio.p)}; below 0.001 something takes people away from one variant.
        </p>
      )}
    </Notice>
  );
}
