import { Pagination } from "../ui/Pagination.tsx";
import { useDictionarySearch } from "./useDictionarySearch.ts";

/** Further pages of a list longer than the server hands out at once. Back leads to the first one. */
export function ListPages({ shown, total, next }: { shown: number; total: number; next: string | null }) {
  const { search, change } = useDictionarySearch();
  if (next === null && search.page === undefined) return null;
  return (
    <Pagination
      summary={`${shown.toLocaleString("en")} of ${total.toLocaleString("en")}`}
      onPrevious={search.page === undefined ? undefined : () => change({ page: undefined })}
      onNext={next === null ? undefined : () => change({ page: next })}
    />
  );
}
