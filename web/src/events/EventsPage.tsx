import { Page } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { LiveEvents } from "./LiveEvents.tsx";
import { SearchEvents } from "./SearchEvents.tsx";
import { useEventsSearch } from "./useEventsSearch.ts";

export function EventsPage() {
  const { search, set } = useEventsSearch();
  const { tab = "live" } = search;
  return (
    <Page title="Events" description="What exactly is coming in?">
      <Tabs
        label="Events"
        active={tab}
        onChange={(name) => set({ tab: name === "live" ? undefined : name }, { push: true })}
        tabs={[
          { name: "live", label: "Live", content: <LiveEvents /> },
          { name: "search", label: "Last 30 days", content: <SearchEvents /> },
        ]}
      />
    </Page>
  );
}
