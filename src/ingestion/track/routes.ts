import type { RawRoute } from "../../http/index.ts";
import { sdkOperations } from "../sdk/operations.ts";
import { type SdkWire, sdkRoutes } from "../sdk/routes.ts";
import { runTrack, type TrackDeps } from "./run-track.ts";
import { trackText } from "./track-text.ts";

const RECORD = {
  schema: {
    type: "object",
    required: ["event", "properties"],
    properties: {
      event: { type: "string", minLength: 1, maxLength: 255, description: "What happened." },
      properties: {
        type: "object",
        required: ["token"],
        properties: {
          token: { type: "string", description: "The project's token. It is not stored." },
          time: {
            type: "number",
            description: "When it happened, in seconds or milliseconds since epoch. Absent: now.",
          },
          distinct_id: { type: "string", maxLength: 255, description: "Whose event it is." },
          $insert_id: {
            type: "string",
            maxLength: 36,
            description: "The client's own key: an event sent again with it counts once.",
          },
        },
        additionalProperties: true,
      },
    },
  },
  example: {
    event: "Signup",
    properties: {
      token: "8c0b9b0e6f0f4ad3a5b1f2c9d7e84a10",
      time: 1_769_860_000.5,
      distinct_id: "ana@example.com",
      $insert_id: "29fc2962-6d9c-455d-95ad-95b84f09b9e4",
      plan: "pro",
    },
  },
};

export const trackRoutes = (wire: SdkWire, deps: TrackDeps): RawRoute[] =>
  sdkRoutes(wire, {
    url: "/track",
    dialect: "events",
    operations: sdkOperations(
      {
        name: "Track",
        summary: "Track events as client libraries send them",
        description:
          "Each event goes to the project that its `token` names; one batch may hold events of several. A token that no project has is answered with success and nothing is stored. Events that are older than the server's setting TRACK_AGE_MAX_DAYS allows (5 days) are left out and counted: send those to `/import`.",
        record: RECORD,
        verboseExample: { status: 1, error: null },
        strictExample: { code: 200, num_records_imported: 1, status: "OK" },
      },
      wire.limits,
    ),
    run: (batch) => runTrack(deps, batch),
    runText: (text, bytes, end) => trackText(deps, text, bytes, end),
  });
