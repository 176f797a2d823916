import { formatMoment, formatRecent } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { type ShownEvent, userOf, valueWords } from "./shown-event.ts";

export const USUAL_COLUMNS = ["time", "event", "user"];

type EventColumnOptions = {
  zone: string;
  /** The display name of an event. */
  nameOf: (event: string) => string;
  /** Properties that can be columns. */
  properties: readonly string[];
};

/** Time, event and user; and a column for each property one chooses. */
export function eventColumns({ zone, nameOf, properties }: EventColumnOptions): TableColumn<ShownEvent>[] {
  return [
    {
      id: "time",
      header: `Time (${zone})`,
      className: "whitespace-nowrap",
      cell: ({ time }) => (
        <time dateTime={time} title={`${formatMoment(time, zone)} in ${zone}; ${time}`}>
          {formatRecent(time, zone)}
        </time>
      ),
      csv: ({ time }) => time,
    },
    {
      id: "event",
      header: "Event",
      isName: true,
      className: "max-w-80 min-w-36",
      cell: ({ event }) => (
        <span title={event} className="line-clamp-2 wrap-anywhere">
          {nameOf(event)}
        </span>
      ),
      csv: ({ event }) => event,
    },
    {
      id: "user",
      header: "User",
      className: "max-w-56 min-w-28",
      cell: (event) => (
        <span title={userOf(event)} className="line-clamp-2 wrap-anywhere">
          {userOf(event) ?? <span className="text-ink-faint">none</span>}
        </span>
      ),
      csv: userOf,
    },
    ...properties.map(
      (name): TableColumn<ShownEvent> => ({
        id: `property ${name}`,
        header: name,
        hiddenAtFirst: true,
        className: "max-w-56 min-w-28",
        cell: ({ properties: own }) =>
          own[name] === undefined ? (
            <span className="text-ink-faint">–</span>
          ) : (
            <span className="line-clamp-2 wrap-anywhere">{valueWords(own[name])}</span>
          ),
        csv: ({ properties: own }) => (own[name] === undefined ? undefined : valueWords(own[name])),
      }),
    ),
  ];
}
