import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { formatCount, formatMoment } from "../ui/format.ts";
import type { Certificate } from "./queries.ts";
import { reasonsWords } from "./words.ts";

/** The totals, and the digest that holds the certificate to its word. */
export function CertificateHead({ certificate }: { certificate: Certificate }) {
  const { timezone } = useProject();
  const { totals, digest, made_at, profiles, job_id } = certificate;
  const notTaken = Object.values(totals.not_taken).reduce((sum, count) => sum + count, 0);
  const figures = [
    ["Exported", totals.exported],
    ["Stored", totals.stored],
    ["There already", totals.duplicates],
    ["Not taken", notTaken],
  ] as const;
  return (
    <Card
      title="Certificate"
      data-testid="migrations.certificate"
      action={
        <Button
          size="sm"
          onClick={() =>
            downloadFile(
              `certificate_${job_id}.json`,
              JSON.stringify(certificate, null, 2),
              "application/json",
            )
          }
        >
          Download as JSON
        </Button>
      }
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt className="text-xs text-ink-soft">{name}</dt>
            <dd className="text-lg font-semibold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {notTaken === 0 ? null : (
        <p className="mt-2 wrap-anywhere text-ink-soft">Not taken: {reasonsWords(totals.not_taken)}.</p>
      )}
      <p className="mt-2 text-xs text-ink-soft">
        {formatCount(profiles.loaded)} of {formatCount(profiles.seen)} profiles. Made{" "}
        {formatMoment(made_at, timezone)} ({timezone}).
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-1 text-xs text-ink-soft">
        SHA-256 <code className="min-w-0 font-mono wrap-anywhere">{digest}</code>
        <CopyButton text={digest} label="Copy the digest" />
      </p>
    </Card>
  );
}
