import { fail, ok, type Result } from "../../platform/result.ts";
import { summaryKey } from "../page/summaries.ts";
import { checkUpload, type InvalidUpload } from "../schemas/check-upload.ts";
import { mergeSchema } from "../schemas/merge-schema.ts";
import type { EntryDraft, JsonObject, Schema } from "../schemas/types.ts";
import { applyLines } from "./apply-csv.ts";
import type { Import, ImportedEntry } from "./import-entries.ts";
import { type CsvFault, type CsvLine, readDictionaryCsv } from "./read-csv.ts";

const KEYS = ["csv", "entries", "truncate", "dry_run"];

const refuse = (path: string, wish: string): { ok: false; failure: InvalidUpload } =>
  fail({ code: "invalid_body", path, wish });

/** Reads a request as a whole before anything is done. The entries are those of an upload, or lines of an export. */
export async function checkImport(body: unknown): Promise<Result<Import, InvalidUpload | CsvFault>> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return refuse("body", "must be an object");
  const given = body as JsonObject;
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return refuse(unknown, `is not a known key; known are ${KEYS.join(", ")}`);
  const { csv, entries, truncate = false, dry_run: isDryRun = false } = given;
  if (typeof truncate !== "boolean") return refuse("truncate", "must be true or false");
  if (typeof isDryRun !== "boolean") return refuse("dry_run", "must be true or false");
  if ((csv === undefined) === (entries === undefined))
    return refuse("csv", "either `csv` or `entries` is required, and not both");
  if (csv === undefined) {
    const upload = await checkUpload({ entries });
    return upload.ok ? ok({ entries: fromDrafts(upload.value.entries), truncate, isDryRun }) : upload;
  }
  if (typeof csv !== "string") return refuse("csv", "must be a text: the file as it was exported");
  const lines = await readDictionaryCsv(csv);
  return lines.ok ? ok({ entries: fromLines(lines.value), truncate, isDryRun }) : lines;
}

/** An entry given twice is merged twice, as if they had come one after the other. */
function fromDrafts(drafts: readonly EntryDraft[]): ImportedEntry[] {
  return [...Map.groupBy(drafts, summaryKey).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { entityType, name } = first;
    const apply = (stored: Schema | undefined) =>
      ok(same.reduce<Schema | undefined>((schema, draft) => mergeSchema(schema, draft.schema), stored));
    return [{ entityType, name, apply }];
  });
}

function fromLines(lines: readonly CsvLine[]): ImportedEntry[] {
  return [...Map.groupBy(lines, summaryKey).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { entityType, name } = first;
    return [{ entityType, name, apply: (stored: Schema | undefined) => applyLines(stored, same) }];
  });
}
