import { Card } from "../ui/Card.tsx";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { MigrationErrors } from "./MigrationErrors.tsx";
import { phasesOf } from "./phases.ts";
import { isAtWork, type Migration } from "./queries.ts";
import { durationWords } from "./words.ts";

const TONES: Partial<Record<Migration["state"], "ok" | "warn" | "bad">> = {
  completed: "ok",
  completed_with_errors: "warn",
  paused_over_limit: "warn",
  failed: "bad",
};

/** Where it is: phases with their counts, how fast, how long yet. Announced at most when a whole part is done. */
export function MigrationProgress({ migration }: { migration: Migration }) {
  const { message, warnings, percent, rate, slices, events } = migration;
  const atWork = isAtWork(migration);
  return (
    <div className="space-y-5">
      <Notice tone={TONES[migration.state] ?? "info"} role="status" data-testid="migrations.message">
        {/* The address of the progress is for those who read it by curl. */}
        {message.replace(/; check progress with [^;]*$/, ".")}
      </Notice>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <Card title={atWork ? `${percent} % of the time range` : "Counts"} data-testid="migrations.progress">
        {atWork ? (
          <div className="mb-4">
            <ProgressBar
              label="The whole range"
              done={percent}
              total={100}
              words={`${formatCount(slices.done + slices.empty)} of ${formatCount(slices.total)} parts`}
            />
            <p className="mt-1 text-xs text-ink-soft">
              {rate === null ? "Starting …" : `${formatCount(rate.events_per_second)} events a second`}
              {rate?.eta_seconds ? `, about ${durationWords(rate.eta_seconds)} to go` : ""}. This page may be
              closed; the migration goes on.
            </p>
          </div>
        ) : null}
        <ol className="space-y-3">
          {phasesOf(migration).map(({ name, done, total, words }) => (
            <li key={name}>
              <ProgressBar label={name} done={done} total={total} words={words} />
            </li>
          ))}
        </ol>
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 border-t border-line pt-3 sm:grid-cols-4">
          {[
            ["There already", events.duplicates],
            ["Skipped", events.skipped],
            ["Refused", events.failed],
            ["On their way", events.in_flight],
          ].map(([name, count]) => (
            <div key={name}>
              <dt className="text-xs text-ink-soft">{name}</dt>
              <dd className="font-medium">{formatCount(Number(count))}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <MigrationErrors migration={migration} />
    </div>
  );
}
