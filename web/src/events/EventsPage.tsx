import { Link } from "@tanstack/react-router";
import { CircleSlash } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { buttonClass } from "../ui/Button.tsx";
import { Page } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { LiveEvents } from "./LiveEvents.tsx";
import { SearchEvents } from "./SearchEvents.tsx";
import { useEventsSearch } from "./useEventsSearch.ts";

export function EventsPage() {
  const { projectId } = useProject();
  const { search, set } = useEventsSearch();
  const { tab = "live" } = search;
  return (
    <Page
      title="Events"
      description="What exactly is coming in?"
      action={
        <Link
          to="/p/$projectId/settings/$part"
          params={{ projectId, part: "diagnostics" }}
          className={buttonClass("secondary")}
        >
          <CircleSlash aria-hidden /> What was not stored
        </Link>
      }
    >
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
