import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { NO_FILTER } from "./EntryFilters.tsx";
import { useDictionarySearch } from "./useDictionarySearch.ts";

/** When the filters leave nothing over: how to clear them, and where old names are found. */
export function NothingFits({ what }: { what: "event" | "property" }) {
  const { change } = useDictionarySearch();
  return (
    <EmptyState
      title={`No ${what} fits these filters`}
      action={<Button onClick={() => change(NO_FILTER)}>Clear the filters</Button>}
    >
      What has no schema is listed while an event of the last 30 days has it. Older names are found in
      reports, by time frame and exact name.
    </EmptyState>
  );
}
