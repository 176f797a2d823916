import { type HistoryState, useNavigate, useSearch } from "@tanstack/react-router";
import { compact, type DictionarySearch } from "./search.ts";

const FROM = "/signed-in/p/$projectId/dictionary";

/** The page's state, which is its address. Small changes replace it, so that Back leaves the page. */
export function useDictionarySearch() {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: "/p/$projectId/dictionary" });
  const change = (next: { [Key in keyof DictionarySearch]?: DictionarySearch[Key] | undefined }) =>
    void navigate({
      // Another filter or order begins at the first page.
      search: (before) => compact<DictionarySearch>({ ...before, page: undefined, ...next }),
      // The way to this page, should it stay.
      state: true,
      replace: true,
    });
  /** Further pages are steps that Back takes back. */
  const turn = (page: string | undefined, state: HistoryState) =>
    void navigate({ search: (before) => compact<DictionarySearch>({ ...before, page }), state });
  return { search, change, turn };
}
