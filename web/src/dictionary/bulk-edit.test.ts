import { expect, test } from "vitest";
import { NO_CHANGE, planBulkEdit, readWords } from "./bulk-edit.ts";
import type { EntryLine } from "./queries.ts";

const line = (name: string, tags: string[]): EntryLine => ({
  ...{ entity_type: "event", name, tags, contacts: [], team_contacts: [] },
  ...{
    display_name: null,
    description: null,
    status: "visible",
    hidden: false,
    dropped: false,
    declared: true,
  },
  ...{ first_seen_at: null, last_seen_at: null, volume_30d: 0, violations_30d: 0, source: null },
  ...{ declared_properties: 0, version: 1, changed_at: null, changed_by: null },
});

test("a bulk edit keeps the other tags of each entry, and names only the entries that change", () => {
  const lines = [line("Open", ["old", "web"]), line("Buy", ["new"]), line("Close", [])];
  const tags = { add: ["new"], remove: ["old"] };
  expect(planBulkEdit(lines, { ...NO_CHANGE, tags })).toEqual({
    edits: [
      { entity_type: "event", name: "Open", tags: ["web", "new"] },
      { entity_type: "event", name: "Close", tags: ["new"] },
    ],
    before: [
      { entity_type: "event", name: "Open", tags: ["old", "web"] },
      { entity_type: "event", name: "Close", tags: null },
    ],
  });
});

test("the last tag that goes takes the list with it", () => {
  const tags = { add: [], remove: ["old"] };
  expect(planBulkEdit([line("Open", ["old"])], { ...NO_CHANGE, tags }).edits).toEqual([
    { entity_type: "event", name: "Open", tags: null },
  ]);
});

test("words are typed with commas between, each counts once", () => {
  expect(readWords(" a, b ,, a")).toEqual(["a", "b"]);
});
