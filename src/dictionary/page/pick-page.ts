import { fail, ok, type Result } from "../../platform/result.ts";

export type Order = "asc" | "desc";
export type Page<Sort extends string> = {
  sort: Sort;
  order: Order;
  limit: number;
  /** `next` of the page before. */
  after: string | undefined;
};
/** What a list is sorted by, and what tells apart lines that are alike in it. */
export type Place = readonly [value: string | number, ...names: string[]];
export type PageInvalid = { code: "page_invalid" };

/** Items in their order, a page of them. `next` is the place of the last one. */
export function pickPage<Item, Sort extends string>(
  items: readonly Item[],
  { sort, order, limit, after }: Page<Sort>,
  placeOf: (item: Item) => Place,
): Result<{ items: Item[]; next: string | null; total: number }, PageInvalid> {
  const place = after === undefined ? undefined : readPlace(after, sort, order);
  if (place === null) return fail({ code: "page_invalid" });
  const compare = comparePlaces(order === "asc" ? 1 : -1);
  const placed = items.map((item) => ({ item, place: placeOf(item) }));
  placed.sort((left, right) => compare(left.place, right.place));
  const from = place === undefined ? 0 : placed.findIndex((one) => compare(one.place, place) > 0);
  const page = from === -1 ? [] : placed.slice(from, from + limit);
  const last = page.at(-1);
  const isMore = last !== undefined && from + limit < placed.length;
  return ok({
    items: page.map(({ item }) => item),
    next: isMore ? writePlace(last.place, sort, order) : null,
    total: placed.length,
  });
}

const comparePlaces =
  (direction: 1 | -1) =>
  ([left, ...leftNames]: Place, [right, ...rightNames]: Place): number => {
    const first = direction * compareValues(left, right);
    if (first !== 0) return first;
    for (const [index, name] of leftNames.entries()) {
      const next = compareValues(name, rightNames[index] ?? "");
      if (next !== 0) return next;
    }
    return 0;
  };

/** By code units, so that every node and every page agrees. */
const compareValues = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

/** A place holds in one order only: under another, lines would be left out without a word. */
const writePlace = (place: Place, sort: string, order: Order): string =>
  Buffer.from(JSON.stringify([sort, order, ...place])).toString("base64url");

function readPlace(text: string, sort: string, order: Order): Place | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!Array.isArray(read)) return null;
    const [ofSort, ofOrder, value, ...names] = read as unknown[];
    const isPlace =
      (typeof value === "string" || typeof value === "number") &&
      names.length > 0 &&
      names.every((name) => typeof name === "string");
    return ofSort === sort && ofOrder === order && isPlace ? [value, ...(names as string[])] : null;
  } catch {
    return null;
  }
}
