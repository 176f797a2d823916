import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProject } from "../app/useProject.ts";
import type { Flag } from "../flags/queries.ts";
import { Badge } from "../ui/Badge.tsx";
import { Card } from "../ui/Card.tsx";
import { formatMoment } from "../ui/format.ts";
import { daysRunning } from "./days.ts";
import { MetricSentence } from "./MetricSentence.tsx";
import { controlOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";
import { SettingsList } from "./SettingsList.tsx";
import { shareWords } from "./words.ts";

/** The plan: what is believed, what people get, what is measured, by which rules. */
export function OverviewTab({ experiment }: { experiment: Experiment }) {
  const { hypothesis, variants, metrics, settings } = experiment;
  const control = controlOf(experiment);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title="Hypothesis">
        <p className="wrap-anywhere whitespace-pre-line">{hypothesis || "Nobody has written one down."}</p>
        <Facts experiment={experiment} />
      </Card>
      <Card title="Variants">
        <ul className="space-y-2">
          {variants.map(({ key, split, description, value }) => (
            <li key={key}>
              <span className="font-medium wrap-anywhere">{key}</span>{" "}
              {key === control ? <Badge>Control</Badge> : null}
              <span className="text-ink-soft">
                {" "}
                {shareWords(split ?? 0)}, value{" "}
                <code className="font-mono text-xs wrap-anywhere">{JSON.stringify(value)}</code>
              </span>
              {description ? (
                <span className="block text-xs wrap-anywhere text-ink-soft">{description}</span>
              ) : null}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Metrics">
        {metrics.length === 0 ? "None yet." : null}
        <ul className="space-y-2">
          {metrics.map((metric) => (
            <li key={metric.id ?? metric.name}>
              <span className="font-medium wrap-anywhere">{metric.name || "(no name: passed over)"}</span>{" "}
              <Badge>{metric.type ?? "primary"}</Badge>
              <MetricSentence metric={metric} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Settings">
        <SettingsList settings={settings} />
      </Card>
    </div>
  );
}

function Facts({ experiment }: { experiment: Experiment }) {
  const { projectId, timezone } = useProject();
  const { feature_flag: flag, start_date, end_date, creator_name, tags } = experiment;
  const facts: [string, ReactNode][] = [
    ["Flag", flag === null ? "none linked" : <FlagLink projectId={projectId} flag={flag} key="flag" />],
    ["Began", start_date === null ? "not yet" : formatMoment(start_date, timezone)],
    ["Ended", end_date === null ? "not yet" : formatMoment(end_date, timezone)],
    ["Days", String(daysRunning(experiment) ?? "–")],
    ["Owner", creator_name ?? "–"],
    ["Tags", tags.length === 0 ? "none" : tags.join(", ")],
  ];
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const FlagLink = ({ projectId, flag }: { projectId: number; flag: Flag }) => (
  <Link
    to="/p/$projectId/flags/$flagId"
    params={{ projectId, flagId: flag.id }}
    className="wrap-anywhere text-accent-text underline"
    data-testid="experiments.flag"
  >
    {flag.key} ({flag.status})
  </Link>
);
