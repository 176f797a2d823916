import { useNavigate, useSearch } from "@tanstack/react-router";
import { withoutEmpty } from "../app/read-search.ts";
import type { EventsSearch } from "./events-search.ts";

type Changes = { [Key in keyof EventsSearch]?: EventsSearch[Key] | undefined };

/** What the page's address says, and a way to change it. Filters take the place of the last and begin at the first page; another tab is a step back. */
export function useEventsSearch() {
  const search = useSearch({ from: "/signed-in/p/$projectId/events" });
  const navigate = useNavigate({ from: "/p/$projectId/events" });
  return {
    search,
    set: (changes: Changes, options: { push?: boolean } = {}) =>
      void navigate({
        search: (old) => withoutEmpty({ ...old, page: undefined, ...changes }),
        replace: options.push !== true,
        resetScroll: false,
      }),
  };
}
