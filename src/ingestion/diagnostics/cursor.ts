import { fail, ok, type Result } from "../../platform/result.ts";
import type { TallyPlace } from "./diagnostics-store.ts";

/** A place in the list as one opaque word. */
export const writeCursor = ({ hourMs, endpoint, code }: TallyPlace): string =>
  Buffer.from(JSON.stringify([hourMs, endpoint, code])).toString("base64url");

export function readCursor(text: string): Result<TallyPlace, { code: "page_invalid" }> {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!Array.isArray(read)) return fail({ code: "page_invalid" });
    const [hourMs, endpoint, code] = read as unknown[];
    const isPlace = Number.isSafeInteger(hourMs) && isWord(endpoint) && isWord(code);
    if (!isPlace || Number.isNaN(new Date(hourMs as number).getTime())) return fail({ code: "page_invalid" });
    return ok({ hourMs: hourMs as number, endpoint: endpoint as string, code: code as string });
  } catch {
    return fail({ code: "page_invalid" });
  }
}

const isWord = (value: unknown): boolean => typeof value === "string" && /^[\w-]{1,100}$/.test(value);
