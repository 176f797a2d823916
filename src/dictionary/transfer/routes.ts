import { Type } from "typebox";
import { AnswerItems, AnswerText, closed, type Route, route } from "../../http/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import { type ListDeps, type MergedEntry, mergeEntries } from "../page/list-entries.ts";
import type { SeenInEvents } from "../page/seen-in-events.ts";
import { summaryKey } from "../page/summaries.ts";
import type { ChangeDictionary } from "../schemas/change-dictionary.ts";
import { checkRef, type InvalidUpload } from "../schemas/check-upload.ts";
import type { entriesStore } from "../schemas/entries-store.ts";
import { toSchemaJson } from "../schemas/schema-json.ts";
import { ENTITY_TYPES, type EntityType, type Entry, type EntryRef } from "../schemas/types.ts";
import { busy, EntryView, exampleEntry, invalidBody, tag, tooLarge } from "../schemas/wire.ts";
import { checkImport } from "./check-import.ts";
import { COLUMNS, entryLines, undeclaredLine, undeclaredPropertyLine } from "./csv-format.ts";
import { CHANGES_SHOWN, type ImportFailure, type ImportReport, importEntries } from "./import-entries.ts";

export type TransferDeps = ListDeps & {
  entries: Pick<ReturnType<typeof entriesStore>, "list">;
  seenInEvents(projectId: number): Promise<SeenInEvents>;
  change: ChangeDictionary;
  bodyMaxBytes: number;
};

type Exported = {
  format: "json" | "csv";
  entries: Iterable<Entry>;
  merged: MergedEntry[];
  /** By entry: the properties that arrive. */
  seen: ReadonlyMap<string, ReadonlyMap<string, { recent: number; lastMs: number | undefined }>>;
};

/** What no schema can have is left out, such as a name with NUL in it: the file could not be read back. */
const canBeDeclared = (name: string): boolean => checkRef("event", name).ok;

/** The whole dictionary as a file, anew each time it is asked for. */
function* csvPieces({ entries, merged, seen }: Exported): Generator<string> {
  yield `${COLUMNS.join()}\r\n`;
  const byName = new Map(merged.map((entry) => [summaryKey(entry), entry]));
  const undeclared = function* (entry: EntryRef, declared: object): Generator<string> {
    for (const [property, found] of seen.get(summaryKey(entry)) ?? [])
      if (!Object.hasOwn(declared, property) && canBeDeclared(property))
        yield undeclaredPropertyLine(entry, property, found);
  };
  for (const entry of entries) {
    yield* entryLines(entry, byName.get(summaryKey(entry))?.seen);
    yield* undeclared(entry, entry.schema.properties ?? {});
  }
  for (const entry of merged) {
    if (entry.declared !== undefined || !canBeDeclared(entry.name)) continue;
    yield undeclaredLine(entry);
    yield* undeclared(entry, {});
  }
}

const jsonItems = ({ entries }: Exported) =>
  new AnswerItems({
    [Symbol.iterator]: () =>
      Iterator.from(entries).map(({ entityType, name, schema }) => ({
        entityType,
        name,
        schemaJson: toSchemaJson(schema),
      })),
  });

async function exportAll(
  deps: TransferDeps,
  projectId: number,
  format: Exported["format"],
  entityType: EntityType | undefined,
): Promise<Exported> {
  const entries = await deps.entries.list(projectId, entityType);
  if (format === "json") return { format, entries, merged: [], seen: new Map() };
  const isWanted = (entry: MergedEntry) => entityType === undefined || entry.entityType === entityType;
  const merged = (await mergeEntries(deps, projectId)).filter(isWanted);
  return { format, entries, merged, seen: await seenProperties(deps, projectId, merged) };
}

async function seenProperties(
  { seenInEvents, seenProfiles }: TransferDeps,
  projectId: number,
  merged: readonly MergedEntry[],
): Promise<Exported["seen"]> {
  const { byEvent } = await seenInEvents(projectId);
  const seen = new Map<string, ReadonlyMap<string, { recent: number; lastMs: number | undefined }>>();
  for (const [name, properties] of byEvent) seen.set(summaryKey({ entityType: "event", name }), properties);
  for (const { entityType, name } of merged)
    if (entityType === "profile")
      seen.set(summaryKey({ entityType, name }), await seenProfiles.properties(projectId, name));
  return seen;
}

const Change = Type.Object({
  entity_type: Type.Enum([...ENTITY_TYPES]),
  name: Type.String(),
  change: Type.Enum(["added", "changed", "removed"]),
  difference: Type.Array(
    Type.Object({
      path: Type.String(),
      before: Type.Optional(Type.Unknown()),
      after: Type.Optional(Type.Unknown()),
    }),
    { description: "200 places at most." },
  ),
});
const count = Type.Integer();
const ReportView = Type.Object({
  dry_run: Type.Boolean({ description: "Whether nothing was changed." }),
  added: count,
  changed: count,
  removed: count,
  unchanged: count,
  changes: Type.Array(Change, { description: `The first ${CHANGES_SHOWN} of them.` }),
});

const exampleCsv = `${COLUMNS.join()}\r\nevent,Purchase,,Purchase,Somebody paid.,,,revenue,ana@example.com,,,,,1204,,2026-01-02T08:00:00.000Z,2026-01-31T12:00:00.000Z\r\nevent,Purchase,price,Price,In the shop's currency.,number,9.99,,,,,,,,,,\r\n`;

export const transferRoutes = (deps: TransferDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/dictionary/export",
    access: "dictionary:export",
    tag,
    summary: "Export the dictionary as CSV or JSON",
    description:
      "CSV: a line for each entry and each of its properties, events and properties without a schema that arrived in the last 30 days included. A cell that a spreadsheet would take for a formula begins with an apostrophe. JSON: the entries as an upload takes them.",
    query: Type.Object(
      {
        format: Type.Optional(Type.Enum(["json", "csv"], { default: "json" })),
        entity_type: Type.Optional(Type.Enum([...ENTITY_TYPES])),
      },
      closed,
    ),
    handle: async ({ scope, query }) =>
      ok(await exportAll(deps, scope.projectId, query.format ?? "json", query.entity_type)),
  }).answers({
    schema: Type.Array(EntryView),
    view: (exported) =>
      exported.format === "json"
        ? jsonItems(exported)
        : new AnswerText({
            contentType: "text/csv; charset=utf-8",
            fileName: "dictionary.csv",
            pieces: { [Symbol.iterator]: () => csvPieces(exported) },
          }),
    file: { contentType: "text/csv", example: exampleCsv },
    failures: {},
    example: { answer: [exampleEntry] },
  }),
  route({
    method: "POST",
    path: "/projects/:projectId/dictionary/import",
    access: "dictionary:write",
    tag,
    summary: "Import a dictionary, or see what it would change",
    description:
      "`entries` as an upload has them, or `csv` as an export has it: a line overwrites what it has columns for, an empty cell takes away, and properties and entries without a line stay unless `truncate` is true. All of it or nothing; with `dry_run` nothing, and the answer tells what would be.",
    body: Type.Object(
      {
        csv: Type.Optional(Type.String({ description: "Text of a CSV file." })),
        entries: Type.Optional(Type.Array(EntryView)),
        truncate: Type.Optional(
          Type.Boolean({ default: false, description: "In the place of the whole dictionary." }),
        ),
        dry_run: Type.Optional(Type.Boolean({ default: false, description: "Change nothing." })),
      },
      closed,
    ),
    bodyCheck: "handler",
    bodyMaxBytes: deps.bodyMaxBytes,
    handle: async ({ scope, body }): Promise<Result<ImportReport, ImportFailure | InvalidUpload>> => {
      const read = await checkImport(body);
      return read.ok ? importEntries(deps, scope, read.value) : read;
    },
  }).answers({
    schema: ReportView,
    view: ({ isDryRun, changes, ...counts }) => ({
      dry_run: isDryRun,
      ...counts,
      changes: changes.map(({ entityType, ...change }) => ({ entity_type: entityType, ...change })),
    }),
    failures: {
      ...invalidBody,
      ...busy,
      ...tooLarge,
      invalid_csv: {
        status: 400,
        say: ({ row, column, wish }) =>
          `csv: row ${row}${column === "" ? "" : `, ${column}`}: ${wish}. Nothing was changed.`,
        field: "csv",
      },
    },
    example: {
      body: { csv: exampleCsv, dry_run: true },
      answer: {
        dry_run: true,
        added: 0,
        changed: 1,
        removed: 0,
        unchanged: 0,
        changes: [
          {
            entity_type: "event",
            name: "Purchase",
            change: "changed",
            difference: [{ path: "description", before: "Somebody pays.", after: "Somebody paid." }],
          },
        ],
      },
    },
  }),
];
