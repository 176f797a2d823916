import type { ImportBody, ImportedEntry } from "./changes.ts";

export type ReadImport = { ok: true; body: ImportBody } | { ok: false; fault: string };

/** A file as it was exported: JSON when it begins so, otherwise CSV. Whether it fits, the server knows. */
export function readImportText(given: string): ReadImport {
  // Spreadsheets write a mark at the beginning that is no part of the text.
  const text = given.replace(/^\uFEFF/, "");
  if (text.trim() === "") return { ok: false, fault: "Choose a file or paste its text." };
  if (!/^\s*[[{]/.test(text)) return { ok: true, body: { csv: text } };
  try {
    const read: unknown = JSON.parse(text);
    const entries = Array.isArray(read) ? read : (read as { entries?: unknown }).entries;
    return Array.isArray(entries)
      ? { ok: true, body: { entries: entries as ImportedEntry[] } }
      : { ok: false, fault: "Must be a list of entries, or an object that has them under “entries”." };
  } catch (cause) {
    return { ok: false, fault: `Not JSON: ${cause instanceof Error ? cause.message : ""}` };
  }
}
