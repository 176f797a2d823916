import { expect, test } from "vitest";
import { bulkSnippet, SNIPPET_KINDS, snippetFor } from "./snippets.ts";

const place = { origin: "https://events.example.com", projectId: 7, token: "a1b2" };

test.each(SNIPPET_KINDS)("the snippet for %s has this host and token in it", (kind) => {
  const { code } = snippetFor(kind, place);
  expect(code).toContain("https://events.example.com/track");
  expect(code).toContain("a1b2");
});

test("the curl snippet sends JSON that can be read", () => {
  const [, body = ""] = /-d '(.*)'$/s.exec(snippetFor("curl", place).code) ?? [];
  expect(JSON.parse(body)).toEqual([
    { event: "First event", properties: { token: "a1b2", distinct_id: "ana", plan: "pro" } },
  ]);
});

test("the snippet for bulk has the project, and no secret", () => {
  expect(bulkSnippet(place)).toContain("/import?strict=1&project_id=7");
  expect(bulkSnippet(place)).not.toContain("a1b2");
});
