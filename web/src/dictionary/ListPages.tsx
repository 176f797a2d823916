import { usePages } from "../app/usePages.ts";
import { Button } from "../ui/Button.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import { useDictionarySearch } from "./useDictionarySearch.ts";

/** Further pages of a list longer than the server hands out at once. */
export function ListPages({ shown, total, next }: { shown: number; total: number; next: string | null }) {
  const { search, turn } = useDictionarySearch();
  const pages = usePages(search.page, turn);
  if (next === null && pages.previous === undefined) return null;
  return (
    <Pagination
      summary={`${shown.toLocaleString("en")} of ${total.toLocaleString("en")}`}
      onPrevious={pages.previous}
      onNext={next === null ? undefined : () => pages.next(next)}
    />
  );
}

/** A page that cannot be had, as that of an old link in another order: the way to one that can. */
export function FirstPage({ failure }: { failure: Error | null }) {
  const { search, change } = useDictionarySearch();
  if (failure === null || search.page === undefined) return null;
  return (
    <Button className="mt-3" onClick={() => change({})}>
      Go to the first page
    </Button>
  );
}
