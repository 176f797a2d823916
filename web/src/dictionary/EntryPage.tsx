import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ApiFailure } from "../api/failure.ts";
import { useProject } from "../app/useProject.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { type Tab, Tabs } from "../ui/Tabs.tsx";
import { EntryButtons } from "./EntryButtons.tsx";
import { EntryHistory } from "./EntryHistory.tsx";
import { EntryOverview } from "./EntryOverview.tsx";
import { EntryStatus } from "./EntryStatus.tsx";
import type { EntryTab } from "./entry-search.ts";
import { NoSuchEntry } from "./NoSuchEntry.tsx";
import { type EntryRef, entryQuery, type ShownEntry } from "./queries.ts";
import { SchemaEditor } from "./SchemaEditor.tsx";
import { ViolationList } from "./ViolationList.tsx";

/** One entry of the dictionary: what it means, its properties, its schema, and how it came to be so. */
export function EntryPage({ entityType, name }: EntryRef) {
  const { projectId } = useProject();
  const entry = useQuery(entryQuery(projectId, { entityType, name }));
  const shown = entry.data;
  return (
    <Page
      title={shown?.display_name ?? name}
      badge={shown && <EntryStatus status={shown.status} />}
      above={
        <Link
          to="/p/$projectId/dictionary"
          params={{ projectId }}
          search={entityType === "event" ? {} : { tab: "profiles" }}
          className="hover:underline"
        >
          ← Dictionary
        </Link>
      }
      description={<Naming entityType={entityType} name={name} />}
      action={shown && <EntryButtons entry={shown} />}
    >
      {entry.error instanceof ApiFailure && entry.error.status === 404 ? (
        <NoSuchEntry entityType={entityType} name={name} />
      ) : (
        <QueryState query={entry} failedTitle="This entry could not be loaded">
          {(data) => <EntryTabs entry={data} />}
        </QueryState>
      )}
    </Page>
  );
}

const Naming = ({ entityType, name }: EntryRef) => (
  <span className="flex flex-wrap items-center gap-1">
    {entityType === "event" ? "Tracked as" : "Profiles of"}
    <code className="font-mono text-xs wrap-anywhere">{name}</code>
    <CopyButton text={name} label="Copy the tracked name" />
  </span>
);

function EntryTabs({ entry }: { entry: ShownEntry }) {
  const { tab = "overview" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const ref: EntryRef = { entityType: entry.entity_type, name: entry.name };
  const tabs: Tab<EntryTab>[] = [
    { name: "overview", label: "Overview", content: <EntryOverview entry={entry} /> },
    { name: "schema", label: "Schema", content: <SchemaEditor key={entry.version} entry={entry} /> },
    { name: "history", label: "History", content: <EntryHistory of={ref} version={entry.version} /> },
  ];
  // Only events are held against their schemas.
  if (entry.entity_type === "event")
    tabs.push({ name: "violations", label: "Violations", content: <ViolationList event={entry.name} /> });
  return (
    <Tabs
      label="Parts of the entry"
      active={tabs.find(({ name }) => name === tab)?.name ?? "overview"}
      onChange={(next) => void navigate({ to: ".", search: { tab: next }, replace: true })}
      tabs={tabs}
    />
  );
}
