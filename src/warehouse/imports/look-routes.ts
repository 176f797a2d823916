import { Type } from "typebox";
import { type Route, route, whileAsked } from "../../http/index.ts";
import type { WarehouseDeps } from "../deps.ts";
import { verificationPlaces } from "../sync/places.ts";
import { verifyImport } from "../sync/verify.ts";
import { refusalAnswers as failures } from "../wire.ts";
import { importPath, importsPath, tag } from "./create-routes.ts";
import { estimateImport } from "./estimate-import.ts";
import { estimateExample, eventStreamBody, previewExample, verifyExample } from "./examples.ts";
import { lookAtStored } from "./look-at-stored.ts";
import { EstimateView, PreviewView, StoredView, VerifyView } from "./look-view.ts";
import { PREVIEW_MAX, previewImport } from "./preview-import.ts";

const AnyBody = Type.Record(Type.String(), Type.Unknown());

/** What an import would bring, and whether it has. */
export const lookRoutes = (deps: WarehouseDeps): Route[] => {
  const places = verificationPlaces();
  return [
    route({
      method: "POST",
      path: `${importsPath}/preview`,
      access: "warehouse:write",
      tag,
      summary: "See rows as they would be imported",
      description: `The body is that of an import of any kind, and \`limit\` from 1 to ${PREVIEW_MAX} (10 when left out). A row becomes an event; the update of a user's or group's profile, spelled as \`/engage\` and \`/groups\` take it; or a row of a lookup table, its key and its values. A row that becomes nothing has a \`problem\`. Nothing is written.`,
      body: AnyBody,
      handle: ({ scope, body }) => previewImport(deps, scope, body),
    }).answers({
      schema: PreviewView,
      view: (preview) => preview,
      failures,
      example: { body: { ...eventStreamBody, limit: 10 }, answer: previewExample },
    }),
    route({
      method: "POST",
      path: `${importsPath}/estimate`,
      access: "warehouse:write",
      tag,
      summary: "Estimate an import before its first run",
      description:
        "How many rows, from when to when, and where columns are empty. Imported events count towards this month's usage.",
      body: AnyBody,
      handle: ({ scope, body }) => estimateImport(deps, scope, body),
    }).answers({
      schema: EstimateView,
      view: (estimate) => estimate,
      failures,
      example: { body: eventStreamBody, answer: estimateExample },
    }),
    route({
      method: "POST",
      path: `${importPath}/verify`,
      access: "warehouse:read",
      tag,
      summary: "Prove that the store equals the table",
      description:
        "Events: compares sums of digests of both sides, part by part, and names the rows that differ. People and groups: holds every row against the profile of its id, value by value, and names the ids that the import has written and the table has not any more; properties that only others write are not looked at. Lookup tables: compares the content, cell by cell. Always in one state of the warehouse, with all that was accepted so far applied, and not while a run of the import is at work (409). Two at once in a project; ends when the caller leaves. Nothing is changed.",
      handle: ({ scope, params, request }) =>
        whileAsked(request.raw.socket, (left) => verifyImport(deps, places, scope, params.importId, left)),
    }).answers({
      schema: VerifyView,
      view: (verification) => verification,
      failures,
      example: { answer: verifyExample },
    }),
    route({
      method: "GET",
      path: `${importPath}/stored`,
      access: "imports:read",
      tag,
      summary: "What an import has brought",
      description:
        "How many of its events are in the store now, and from when to when: what deleting it with its data would take away.",
      handle: ({ scope, params }) => lookAtStored(deps, scope, params.importId),
    }).answers({
      schema: StoredView,
      view: (stored) => stored,
      failures,
      example: {
        answer: { events: 120_000, from: "2025-01-01T00:00:00.000Z", to: "2026-01-31T12:00:00.000Z" },
      },
    }),
  ];
};
