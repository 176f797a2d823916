import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Busy, ChangeDictionary } from "../schemas/change-dictionary.ts";
import { EVENT_MODES_MAX, type Mode, type Modes, modesStore } from "./modes-store.ts";

export type ChangeModesDeps = {
  change: ChangeDictionary;
  modes: Pick<ReturnType<typeof modesStore>, "read">;
};
export type ModesChange = { mode?: Mode; events?: readonly { event: string; mode: Mode | null }[] };
export type ModesFailure =
  | Busy
  | { code: "too_many_event_modes"; most: number }
  | { code: "event_name_invalid"; index: number };

export const EVENTS_PER_CHANGE_MAX = 1000;

/** Says what becomes of events that are not as declared. An event named twice gets the mode it is given last. */
export async function changeModes(
  { change }: Pick<ChangeModesDeps, "change">,
  scope: ProjectScope,
  { mode, events = [] }: ModesChange,
): Promise<Result<Modes, ModesFailure>> {
  const index = events.findIndex(({ event }) => event.includes("\0") || !event.isWellFormed());
  if (index !== -1) return fail({ code: "event_name_invalid", index });
  return change(scope, async (tx, { record }): Promise<Result<Modes, ModesFailure>> => {
    const store = modesStore(tx);
    const before = await store.read(scope.projectId);
    if (mode !== undefined) await store.setMode(scope.projectId, mode);
    if (events.length > 0)
      await store.setEvents(scope.projectId, new Map(events.map((line) => [line.event, line.mode])));
    const after = await store.read(scope.projectId);
    if (after.events.size > EVENT_MODES_MAX)
      return fail({ code: "too_many_event_modes", most: EVENT_MODES_MAX });
    await record({
      action: "dictionary.settings",
      before: { mode: before.mode, events: eventsIn(before, events) },
      after: { mode: after.mode, events: eventsIn(after, events) },
    });
    return ok(after);
  });
}

/** The audit log tells of those that were named only. */
const eventsIn = ({ events }: Modes, named: readonly { event: string }[]) =>
  Object.fromEntries(named.map(({ event }) => [event, events.get(event) ?? null]));
