import { type Static, Type } from "typebox";
import { closed, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import { busy, tag } from "../schemas/wire.ts";
import { type ChangeModesDeps, changeModes, EVENTS_PER_CHANGE_MAX } from "./change-modes.ts";
import { MODES, type Modes } from "./modes-store.ts";

const Mode = Type.Enum([...MODES], {
  description:
    "What becomes of events that are not as declared. `off`: nobody looks. `observe`: they are counted and stored. `reject`: they are refused, and the other events of their batch are taken.",
});
const eventName = { minLength: 1, maxLength: 255 };

const SettingsView = Type.Object({
  mode: Mode,
  events: Type.Array(Type.Object({ event: Type.String(), mode: Mode }), {
    description: "Events with a mode of their own.",
  }),
});

const toView = ({ mode, events }: Modes): Static<typeof SettingsView> => ({
  mode,
  events: [...events].map(([event, own]) => ({ event, mode: own })),
});

const example = { mode: "observe" as const, events: [{ event: "Purchase", mode: "reject" as const }] };

export const settingsRoutes = (deps: ChangeModesDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/dictionary/settings",
    access: "dictionary:read",
    tag,
    summary: "Read how a project treats events that are not as declared",
    handle: async ({ scope }) => ok(await deps.modes.read(scope.projectId)),
  }).answers({ schema: SettingsView, view: toView, failures: {}, example: { answer: example } }),
  route({
    method: "PATCH",
    path: "/projects/:projectId/dictionary/settings",
    access: "dictionary:write",
    tag,
    summary: "Change how a project treats events that are not as declared",
    description:
      "Holds from the next batch on. An event whose mode is null follows its project again; events that are not named stay as they are.",
    body: Type.Object(
      {
        mode: Type.Optional(Mode),
        events: Type.Optional(
          Type.Array(
            Type.Object({ event: Type.String(eventName), mode: Type.Union([Mode, Type.Null()]) }, closed),
            { maxItems: EVENTS_PER_CHANGE_MAX },
          ),
        ),
      },
      closed,
    ),
    handle: ({ scope, body }) => changeModes(deps, scope, body),
  }).answers({
    schema: SettingsView,
    view: toView,
    failures: {
      ...busy,
      too_many_event_modes: {
        status: 400,
        field: "events",
        say: ({ most }) =>
          `events: at most ${most} events of a project can have a mode of their own; set the project's mode, or others to null first.`,
      },
      event_name_invalid: {
        status: 400,
        field: "events",
        say: ({ index }) => `events[${index}].event: must be valid Unicode, without NUL.`,
      },
    },
    example: { body: { events: [{ event: "Purchase", mode: "reject" }] }, answer: example },
  }),
];
