import { useInfiniteQuery } from "@tanstack/react-query";
import { History, RotateCcw } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { toast } from "../ui/toast.ts";
import { useDictionaryChanges } from "./changes.ts";
import { DifferenceList } from "./DifferenceList.tsx";
import { Moment } from "./Moment.tsx";
import type { EntryRef } from "./queries.ts";
import { type EntryVersion, historyQuery } from "./schema-queries.ts";

const CHANGES: Record<string, string> = {
  created: "Declared",
  replaced: "Changed",
  deleted: "Deleted",
  restored: "Restored",
};

/** Who changed what, and when; any version can be made the newest again. */
export function EntryHistory({ of, version }: { of: EntryRef; version: number | null }) {
  const { projectId } = useProject();
  const history = useInfiniteQuery({ ...historyQuery(projectId, of), enabled: version !== null });
  const none = (
    <EmptyState icon={History} title="No versions yet">
      The first edit or upload makes one.
    </EmptyState>
  );
  if (version === null) return none;
  return (
    <QueryState query={history} failedTitle="The history could not be loaded">
      {({ pages }) => (
        <>
          <ol className="space-y-3" data-testid="entry.history">
            {pages
              .flatMap(({ versions }) => versions)
              .map((one, index) => (
                <Version key={one.version} of={of} version={one} isNewest={index === 0} />
              ))}
          </ol>
          {history.hasNextPage ? (
            <Button
              className="mt-3"
              busy={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              Older versions
            </Button>
          ) : null}
        </>
      )}
    </QueryState>
  );
}

type VersionProps = { of: EntryRef; version: EntryVersion; isNewest: boolean };

const Version = ({ of, version, isNewest }: VersionProps) => (
  <li className="rounded-lg border border-line bg-surface p-4" data-testid="entry.version">
    <header className="mb-2 flex flex-wrap items-center gap-2">
      <h3 className="font-medium">Version {version.version}</h3>
      {isNewest ? <Badge>current</Badge> : null}
      <span className="text-ink-soft">
        {CHANGES[version.change] ?? version.change}
        {version.restored_from === null ? "" : ` from version ${version.restored_from}`} by{" "}
        {version.changed_by.name}, <Moment at={version.changed_at} />
      </span>
      <span className="ml-auto">
        {isNewest || version.schemaJson === null ? null : <Restore of={of} version={version.version} />}
      </span>
    </header>
    <DifferenceList difference={version.difference} />
  </li>
);

function Restore({ of, version }: { of: EntryRef; version: number }) {
  const { whyNot } = useProject();
  const { restore } = useDictionaryChanges();
  const reason = whyNot("dictionary:write");
  const button = (
    <Button size="sm" disabledReason={reason} data-testid="entry.restore">
      <RotateCcw aria-hidden /> Restore
    </Button>
  );
  if (reason !== undefined) return button;
  return (
    <ConfirmDialog
      trigger={button}
      title={`Restore version ${version}?`}
      confirmLabel="Restore"
      onConfirm={async () => {
        await restore(of, version);
        toast(`Version ${version} restored`);
      }}
    >
      The entry becomes as it was then, all of it; nothing is merged into it. What it is now stays in the
      history, so this can be undone.
    </ConfirmDialog>
  );
}
