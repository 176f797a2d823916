import { isRawJson } from "../../platform/raw-json.ts";

const MASK = "***";
/** Names under which people keep what nobody else should read. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)?$|^pwd$|secret|token|api_?key|authori[sz]ation|^auth$|auth_|cookie|session|credential|private|card_?n|cvv|cvc|iban|ssn/i;
/** The same by its look: bearer and basic credentials, signed tokens, well-known keys, passwords in addresses, private keys. */
const SECRET_VALUE =
  /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\b(?:sk|pk|rk)_(?:live|test)_\w{8,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|:\/\/[^/\s:@]+:[^/\s@]+@|-----BEGIN [A-Z ]*PRIVATE KEY-----/gi;
const CARD = /\b(?:\d[ -]?){13,19}\b/g;

const TEXT_MAX = 300;
const ENTRIES_MAX = 50;
const DEPTH_MAX = 5;
const SAMPLE_MAX = 4000;

/** A record as somebody may look at it: JSON, with secrets masked, and short whatever came in. */
export function sampleText(record: unknown): string {
  const text = JSON.stringify(shorten(record, 0)) ?? "null";
  return text.length <= SAMPLE_MAX ? text : `${text.slice(0, SAMPLE_MAX).toWellFormed()}…`;
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string") return shortenText(value);
  if (typeof value !== "object" || value === null || isRawJson(value)) return value;
  if (depth === DEPTH_MAX) return "…";
  if (Array.isArray(value)) {
    const items = value.slice(0, ENTRIES_MAX).map((item) => shorten(item, depth + 1));
    return value.length > ENTRIES_MAX ? [...items, `… ${value.length - ENTRIES_MAX} more`] : items;
  }
  return shortenObject(value as Record<string, unknown>, depth);
}

function shortenObject(value: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const name in value) {
    if (entries.length === ENTRIES_MAX) {
      entries.push(["…", "more"]);
      break;
    }
    const inner = value[name];
    if (inner === undefined) continue;
    const isSecret = SECRET_NAME.test(name) && inner !== null && typeof inner !== "boolean";
    entries.push([shortenText(name), isSecret ? MASK : shorten(inner, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function shortenText(text: string): string {
  // Masked before it is cut, or half a secret would no longer look like one; cut before, or a mebibyte would be searched.
  const start = text
    .slice(0, 2 * TEXT_MAX)
    .replace(SECRET_VALUE, MASK)
    .replace(CARD, MASK)
    .toWellFormed();
  return start.length > TEXT_MAX || text.length > 2 * TEXT_MAX ? `${start.slice(0, TEXT_MAX)}…` : start;
}
