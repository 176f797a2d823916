import { Type } from "typebox";
import { type Route, route } from "../../http/index.ts";
import type { ChangeDictionary } from "./change-dictionary.ts";
import { checkOne, checkRef, checkUpload } from "./check-upload.ts";
import { counted } from "./counted.ts";
import type { SchemaUsage } from "./limits.ts";
import { uploadEntries } from "./upload-entries.ts";
import {
  busy,
  describe,
  exampleEntry,
  exampleSchema,
  invalidBody,
  invalidRef,
  SchemaJson,
  tag,
  tooLarge,
  tooMany,
  tooManyDeletions,
  UploadBody,
} from "./wire.ts";

export type UploadDeps = { change: ChangeDictionary; usage: SchemaUsage; bodyMaxBytes: number };

export const uploadRoutes = (deps: UploadDeps): Route[] => [
  route({
    method: "POST",
    path: "/projects/:projectId/schemas",
    access: "dictionary:write",
    tag,
    summary: "Create or replace schemas",
    description: describe(
      "An uploaded schema takes the place of the one stored for the entity. Metadata it does not mention is merged into it, for the entity and for each property it has; a key that is null is removed. One entry that does not fit, and nothing changes. The same entity twice counts as uploaded one after the other.",
    ),
    body: Type.Unsafe<unknown>(UploadBody),
    bodyCheck: "handler",
    bodyMaxBytes: deps.bodyMaxBytes,
    handle: ({ scope, body }) =>
      counted(deps, scope, async () => {
        const upload = await checkUpload(body);
        return upload.ok ? uploadEntries(deps, scope, upload.value) : upload;
      }),
  }).answers({
    schema: Type.Object({
      added: Type.Integer({ description: "Entries written, new ones and replaced ones." }),
      deleted: Type.Integer({ description: "Entries deleted by `truncate`." }),
    }),
    view: (counts) => counts,
    failures: { ...invalidBody, ...busy, ...tooMany, ...tooManyDeletions, ...tooLarge },
    example: { body: { entries: [exampleEntry], truncate: false }, answer: { added: 1, deleted: 0 } },
  }),
  route({
    method: "POST",
    path: "/projects/:projectId/schemas/:entityType/:name",
    access: "dictionary:write",
    tag,
    summary: "Create or replace one schema",
    description: describe("The body is the schema alone. Metadata is merged as it is by an upload."),
    body: Type.Unsafe<unknown>(SchemaJson),
    bodyCheck: "handler",
    bodyMaxBytes: deps.bodyMaxBytes,
    handle: ({ scope, params, body }) =>
      counted(deps, scope, async () => {
        const ref = checkRef(params.entityType, params.name);
        if (!ref.ok) return ref;
        const draft = checkOne(ref.value, body);
        return draft.ok ? uploadEntries(deps, scope, { entries: [draft.value], truncate: false }) : draft;
      }),
  }).answers({
    view: () => undefined,
    failures: { ...invalidRef, ...invalidBody, ...busy, ...tooMany, ...tooManyDeletions, ...tooLarge },
    example: { body: exampleSchema },
  }),
];
