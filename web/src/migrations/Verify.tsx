import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { formatCount, formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { verifyMigration } from "./changes.ts";
import type { Verification } from "./queries.ts";

/** Compares the certificate with what the store holds now. */
export function Verify({ jobId }: { jobId: string }) {
  const { timezone } = useProject();
  const verify = useMutation({ mutationFn: () => verifyMigration(jobId) });
  return (
    <div className="space-y-3" aria-live="polite">
      <Button busy={verify.isPending} onClick={() => verify.mutate()} data-testid="migrations.verify">
        <ShieldCheck aria-hidden /> Verify against the store
      </Button>
      {verify.error === null ? null : <FailureNotice failure={verify.error} />}
      {verify.data === undefined ? null : (
        <Notice
          tone={verify.data.verified ? "ok" : "warn"}
          title={
            verify.data.verified ? "The store holds what was certified" : "The store holds something else now"
          }
          data-testid="migrations.verified"
        >
          <p>
            {formatMoment(verify.data.as_of, timezone)}.{" "}
            {verify.data.digest_holds ? "" : "The certificate itself was changed: its digest does not hold. "}
            {verify.data.erased_since > 0
              ? `${formatCount(verify.data.erased_since)} events of the project were erased since.`
              : ""}
          </p>
        </Notice>
      )}
      {verify.data === undefined || verify.data.differences.length === 0 ? null : (
        <DataTable
          label="What differs"
          rows={verify.data.differences}
          rowId={({ day, event }) => JSON.stringify([day, event])}
          columns={COLUMNS}
          csvName={`verification_${jobId}`}
        />
      )}
    </div>
  );
}

const COLUMNS: TableColumn<Verification["differences"][number]>[] = [
  { id: "day", header: "Day (UTC)", sortBy: ({ day }) => day, cell: ({ day }) => day },
  {
    id: "event",
    header: "Event",
    isName: true,
    sortBy: ({ event }) => event,
    cell: ({ event }) => <span className="wrap-anywhere">{event}</span>,
  },
  {
    id: "certified",
    header: "Certified",
    align: "right",
    sortBy: ({ certified }) => certified,
    cell: ({ certified }) => formatCount(certified),
  },
  {
    id: "held",
    header: "Held now",
    align: "right",
    sortBy: ({ held }) => held,
    cell: ({ held }) => formatCount(held),
  },
];
