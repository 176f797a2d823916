import { Page } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { EventsTab } from "./EventsTab.tsx";
import { useDictionarySearch } from "./useDictionarySearch.ts";

/** What does this event or property mean, and may I use it? */
export function DictionaryPage() {
  const { search, change } = useDictionarySearch();
  return (
    <Page
      title="Dictionary"
      description="What events and properties mean, who answers for them, and what is hidden or dropped. Names without a schema are listed while an event of the last 30 days has them; older ones are still found in reports, by time frame and exact name."
    >
      <Tabs
        label="Parts of the dictionary"
        active={search.tab ?? "events"}
        onChange={(tab) => change({ tab })}
        tabs={[{ name: "events", label: "Events", content: <EventsTab /> }]}
      />
    </Page>
  );
}
