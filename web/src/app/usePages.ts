import { type HistoryState, useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The pages of a list that one came through; the first one is "". */
    pagesBefore?: string[];
  }
}

/**
 * Pages of a list whose server only tells what comes next. The page stands in the address; the way back is kept with its place in the
 * browser's history, which a reload leaves alone. Who opens somebody else's link has no way back but to the first page.
 */
export function usePages(
  page: string | undefined,
  go: (page: string | undefined, state: HistoryState) => void,
) {
  const known = useLocation({ select: ({ state }) => state.pagesBefore }) ?? [];
  const before = page === undefined ? [] : known;
  return {
    /** Which one it is, as far as that is known. */
    number: page === undefined ? 1 : before.length === 0 ? undefined : before.length + 1,
    next: (cursor: string) => go(cursor, { pagesBefore: [...before, page ?? ""] }),
    previous:
      page === undefined
        ? undefined
        : () => go(before.at(-1) || undefined, { pagesBefore: before.slice(0, -1) }),
  };
}
