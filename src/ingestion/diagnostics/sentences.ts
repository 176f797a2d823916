import { DROPS, type DropCode, REPAIRS, type RepairCode } from "../codes.ts";

type Said = { field: string; message: string };

/** What is to be said of records that were taken all the same. A refusal has words of its own: its caller got them. */
const SENTENCES: Record<DropCode | RepairCode, Said> = {
  ignored: { field: "properties.$ignore", message: "the event asks not to be stored" },
  identity_event_ignored: {
    field: "event",
    message: "devices become a person's by events that name both; this event is not stored",
  },
  dropped_event: { field: "event", message: "the project's dictionary drops this event" },
  too_old: {
    field: "properties.time",
    message: "it happened longer ago than TRACK_AGE_MAX_DAYS allows; send older events to /import",
  },
  time_set_to_arrival: {
    field: "properties.time",
    message: "the time is missing, cannot be read or is ahead; the time of arrival is stored",
  },
  insert_id_replaced: {
    field: "$insert_id",
    message:
      "the insert id cannot be used; another one was made, so the event is not known again when resent",
  },
  id_emptied: {
    field: "properties",
    message: "an id is a placeholder, a list or an object; the event is stored without it",
  },
  reserved_property_removed: {
    field: "properties",
    message: "a property that the server keeps by itself was left out",
  },
  dropped_property: {
    field: "properties",
    message: "the project's dictionary drops a property of this event",
  },
  large_value: {
    field: "properties",
    message: "a list or an object is large; it is stored whole, and slow to read",
  },
};
const BY_CODE = new Map<string, Said>([...DROPS, ...REPAIRS].map((code) => [code, SENTENCES[code]]));

export const findSentence = (code: string): Said | undefined => BY_CODE.get(code);

export const repairOf = (code: RepairCode): Said => SENTENCES[code];
