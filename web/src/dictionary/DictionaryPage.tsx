import { Page } from "../ui/Page.tsx";
import { type Tab, Tabs } from "../ui/Tabs.tsx";
import { EventsTab } from "./EventsTab.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { LookupTablesTab } from "./LookupTablesTab.tsx";
import { ProfilesTab } from "./ProfilesTab.tsx";
import { PropertiesTab } from "./PropertiesTab.tsx";
import { SchemasTab } from "./SchemasTab.tsx";
import type { DictionaryTab } from "./search.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";
import { ViolationList } from "./ViolationList.tsx";

const TABS: Tab<DictionaryTab>[] = [
  { name: "events", label: "Events", content: <EventsTab /> },
  { name: "properties", label: "Event properties", content: <PropertiesTab /> },
  { name: "profiles", label: "Profile properties", content: <ProfilesTab /> },
  { name: "violations", label: "Violations", content: <ViolationList /> },
  { name: "lookup-tables", label: "Lookup tables", content: <LookupTablesTab /> },
  { name: "schemas", label: "Schemas", content: <SchemasTab /> },
];

/** What does this event or property mean, and may I use it? */
export function DictionaryPage() {
  const { search, change } = useDictionarySearch();
  return (
    <Page
      title="Dictionary"
      description="What events and properties mean, who answers for them, and what is hidden or dropped. Names without a schema are listed while an event of the last 30 days has them; older ones are found in reports, by time frame and exact name."
      action={
        <>
          <ExportMenu />
          <ImportDialog />
        </>
      }
    >
      <Tabs
        label="Parts of the dictionary"
        active={search.tab ?? "events"}
        // Lists have different columns and orders; what one was sorted by says nothing to the next.
        onChange={(tab) => change({ tab, sort: undefined, order: undefined, columns: undefined })}
        tabs={TABS}
      />
    </Page>
  );
}
