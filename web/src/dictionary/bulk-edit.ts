import type { EntryEdit, EntryLine } from "./queries.ts";

/** What is done to the lists of each selected entry: words that go, words that come. */
export type ListChange = { add: readonly string[]; remove: readonly string[] };
export type BulkEdit = { tags: ListChange; contacts: ListChange; team_contacts: ListChange };

export const NO_CHANGE: BulkEdit = {
  tags: { add: [], remove: [] },
  contacts: { add: [], remove: [] },
  team_contacts: { add: [], remove: [] },
};

const KEYS = ["tags", "contacts", "team_contacts"] as const;

/** One edit for each entry that changes, and the same with what was before. */
export function planBulkEdit(
  lines: readonly EntryLine[],
  edit: BulkEdit,
): { edits: EntryEdit[]; before: EntryEdit[] } {
  const edits: EntryEdit[] = [];
  const before: EntryEdit[] = [];
  for (const line of lines) {
    const changed = KEYS.filter((key) => !isSame(line[key], changeList(line[key], edit[key])));
    if (changed.length === 0) continue;
    const ref = { entity_type: line.entity_type, name: line.name };
    edits.push({
      ...ref,
      ...Object.fromEntries(changed.map((key) => [key, orNull(changeList(line[key], edit[key]))])),
    });
    before.push({ ...ref, ...Object.fromEntries(changed.map((key) => [key, orNull(line[key])])) });
  }
  return { edits, before };
}

const changeList = (words: readonly string[], { add, remove }: ListChange): string[] => [
  ...new Set([...words.filter((word) => !remove.includes(word)), ...add]),
];

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index]);

const orNull = (words: readonly string[]): string[] | null => (words.length === 0 ? null : [...words]);

/** Typed with commas between. */
export const readWords = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
];
