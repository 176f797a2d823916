import { JsonView } from "../ui/JsonView.tsx";
import type { Settings } from "./queries.ts";

/** The rules of the comparison in words; all of them, as the API has them, below. */
export function SettingsList({ settings }: { settings: Settings }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {factsOf(settings).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-3">
        <summary className="min-h-6 cursor-pointer text-ink-soft">All settings as JSON</summary>
        <div className="mt-2">
          <JsonView value={settings} label="settings" />
        </div>
      </details>
    </>
  );
}

const onOff = (isOn: boolean | undefined): string => (isOn ? "yes" : "no");

function factsOf(settings: Settings): [string, string][] {
  const { endCondition, endAfterDays, sampleSize, exposure, minDays, minExposuresPerVariant } = settings;
  const end =
    endCondition === "sample_size"
      ? `after ${(sampleSize ?? 0).toLocaleString("en")} people`
      : `after ${endAfterDays ?? "–"} days`;
  return [
    [
      "Test",
      settings.testingModel === "frequentist" ? "fixed horizon" : "sequential: may be looked at any time",
    ],
    ["Confidence", `${Math.round((settings.confidenceLevel ?? 0.95) * 10_000) / 100} %`],
    ["Planned end", end],
    [
      "At least",
      `${minDays ?? 0} days, ${(minExposuresPerVariant ?? 0).toLocaleString("en")} people a variant`,
    ],
    ["Correction", settings.multipleTestingCorrection ?? "off"],
    ["CUPED", onOff(settings.cuped?.enabled)],
    ["Winsorization", onOff(settings.winsorization?.enabled)],
    ["Exposure event", exposure?.event ?? "$experiment_started"],
    [
      "When decided",
      settings.featureFlag?.onDecide === "log_only" ? "the flag is left alone" : "the flag follows",
    ],
  ];
}
