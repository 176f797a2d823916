import { formatCount } from "../ui/format.ts";
import type { Migration } from "./queries.ts";

export type Phase = { name: string; done: number; total: number | undefined; words: string };

/** The four parts of the way, each with how far it is. How much there is to export is known only at its end. */
export function phasesOf({ events, profiles, slices, dry_run: isDry, state }: Migration): Phase[] {
  const isOver = state.startsWith("completed");
  const parts = slices.done + slices.empty;
  const loaded = isDry ? (events.would_load ?? 0) : events.loaded;
  return [
    {
      name: "Export",
      done: parts,
      total: slices.total || undefined,
      words: `${formatCount(events.exported)} lines`,
    },
    {
      name: "Transform",
      done: events.transformed,
      total: events.exported || (isOver ? 1 : undefined),
      words: `${formatCount(events.transformed)} of ${formatCount(events.exported)}`,
    },
    {
      name: isDry ? "Events that would be loaded" : "Load events",
      done: loaded + events.duplicates,
      total: events.transformed || (isOver ? 1 : undefined),
      words: formatCount(loaded),
    },
    {
      name: isDry ? "Profiles that would be loaded" : "Load profiles",
      done: isDry ? profiles.seen : profiles.loaded,
      total: profiles.seen || (isOver ? 1 : undefined),
      words: isDry
        ? formatCount(profiles.would_load ?? profiles.seen)
        : `${formatCount(profiles.loaded)} of ${formatCount(profiles.seen)}`,
    },
  ];
}
