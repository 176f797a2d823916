import { expect, test } from "vitest";
import { PageSplitter } from "./split-page.ts";

function split(text: string, size: number): { profiles: unknown[]; rest: unknown } {
  const splitter = new PageSplitter();
  const bytes = Buffer.from(text);
  const profiles: unknown[] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const profile of splitter.push(bytes.subarray(at, at + size)))
      profiles.push(JSON.parse(profile.toString()));
  return { profiles, rest: splitter.end() };
}

const PAGES = [
  {
    page: 0,
    results: [{ $distinct_id: 'a]},{["\\', $properties: { list: [1, [2]], é: "\u{1f600}" } }, 7, null, "x,y"],
    session_id: "s]",
  },
  { results: [], page_size: 1000 },
  { other: [1, 2, ["results"]], results: [[], {}], status: { results: [1, 2] } },
  { status: "ok" },
];

test.each([1, 2, 7, 65_536])(
  "in pieces of %i bytes, a page gives its profiles and everything else",
  (size) => {
    for (const page of PAGES) {
      for (const text of [JSON.stringify(page), JSON.stringify(page, undefined, 2)]) {
        const { results, ...others } = { ...page };
        expect(split(text, size)).toEqual({
          profiles: results ?? [],
          rest: results === undefined ? others : { ...others, results: [] },
        });
      }
    }
  },
);

test("what is not whole, or holds too much that are no profiles, is an error", () => {
  expect(() => split('{"results":[{"a":1}', 4)).toThrow();
  expect(() => split(`{"x":"${"x".repeat(20_000)}"}`, 4096)).toThrow("too much");
  expect(() => split(`{"results":[{"a":"${"x".repeat(5_000_000)}`, 65_536)).toThrow("4 MiB");
});
