import type { EntryEdit } from "./queries.ts";

export type Marks = { hidden?: boolean | null; dropped?: boolean | null };

/** Something that can be hidden or dropped: an event, or a property of events. */
export type StatusTarget = {
  name: string;
  hidden: boolean;
  dropped: boolean;
  /** Events of the last 30 days that have it. */
  volume: number;
  /** Whether the opposite change brings back what was: not where several events may differ. */
  isExact: boolean;
  /** A property of many events is edited through all of them, which may have to be asked for. */
  toEdits: (marks: Marks) => EntryEdit[] | Promise<EntryEdit[]>;
};

export type StatusChange = "hide" | "show" | "drop" | "take";

export const MARKS: Record<StatusChange, Marks> = {
  hide: { hidden: true },
  show: { hidden: null },
  drop: { dropped: true },
  take: { dropped: null },
};

export const DONE_WORDS: Record<StatusChange, string> = {
  hide: "hidden",
  show: "shown again",
  drop: "dropped from now on",
  take: "taken in again",
};

/** Those that a change would change. */
export const isDue = (change: StatusChange, { hidden, dropped }: Pick<StatusTarget, "hidden" | "dropped">) =>
  ({ hide: !hidden, show: hidden, drop: !dropped, take: dropped })[change];

const NAME_TYPED_MAX = 40;

/** What must be typed: a name one can type, otherwise how many. */
export function typedFor(targets: readonly Pick<StatusTarget, "name">[]): string {
  const [only] = targets;
  const isShort = targets.length === 1 && only !== undefined && only.name.length <= NAME_TYPED_MAX;
  return isShort && only.name.trim() === only.name ? only.name : String(targets.length);
}

export const eventTarget = ({
  entity_type,
  name,
  hidden,
  dropped,
  volume_30d: volume,
}: {
  entity_type: "event" | "profile";
  name: string;
  hidden: boolean;
  dropped: boolean;
  volume_30d: number;
}): StatusTarget => ({
  ...{ name, hidden, dropped, volume, isExact: true },
  toEdits: (marks) => [{ entity_type, name, ...marks }],
});

export const editsOf = async (targets: readonly StatusTarget[], marks: Marks): Promise<EntryEdit[]> =>
  mergeEdits((await Promise.all(targets.map(({ toEdits }) => toEdits(marks)))).flat());

/** One edit for each entry: many properties of the same events would be more edits than one request takes. */
export function mergeEdits(edits: readonly EntryEdit[]): EntryEdit[] {
  const merged = new Map<string, EntryEdit>();
  for (const edit of edits) {
    const key = `${edit.entity_type} ${edit.name}`;
    const known = merged.get(key);
    const properties = { ...known?.properties, ...edit.properties };
    const hasProperties = Object.keys(properties).length > 0;
    merged.set(key, { ...known, ...edit, ...(hasProperties ? { properties } : {}) });
  }
  return [...merged.values()];
}
