import type { TableSort } from "../ui/table-types.ts";
import type { DictionarySort } from "./search.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";

/** Order and columns of a list that the server sorts, kept in the address. */
export function useTableSearch(sort: DictionarySort = "volume") {
  const { search, change } = useDictionarySearch();
  const isByName = sort === "name" || sort === "display_name";
  return {
    sortedByServer: true,
    sort: { column: sort, descending: search.order === undefined ? !isByName : search.order === "desc" },
    onSort: (next: TableSort | undefined) =>
      change({ sort: next?.column as DictionarySort, order: next?.descending ? "desc" : "asc" }),
    shownColumns: search.columns?.split(","),
    onShownColumns: (shown: readonly string[]) => change({ columns: shown.join(), page: search.page }),
  } as const;
}
