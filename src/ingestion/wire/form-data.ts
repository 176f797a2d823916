import { joinSurrogates } from "./join-surrogates.ts";

/** Where a record may stand besides a JSON body: the field `data` of a form, or of the address. */
export type FormFields = Readonly<Record<string, string>>;

const FIELDS = ["data", "strict", "verbose", "ip"] as const;

/** The fields that mean something here, as they were first given; whatever else a form holds is not even unescaped. */
export function readForm(text: string, names: readonly string[] = FIELDS): FormFields {
  const fields: Record<string, string> = {};
  for (const name of names) {
    const pair = findPair(text, `${name}=`);
    if (pair !== undefined) fields[name] = decodeValue(pair.slice(name.length + 1));
  }
  return fields;
}

/** One native search per name: stepping through 10 MB of `&` pair by pair takes seconds. */
function findPair(text: string, prefix: string): string | undefined {
  const from = text.startsWith(prefix) ? 0 : text.indexOf(`&${prefix}`) + 1;
  if (from === 0 && !text.startsWith(prefix)) return undefined;
  const end = text.indexOf("&", from);
  return text.slice(from, end === -1 ? text.length : end);
}

const SPACE = 32;
const PERCENT = 37;
const PLUS = 43;

/** As `URLSearchParams` does, which takes 0.9 s for 10 MB of `+`, and this 0.03. */
function decodeValue(text: string): string {
  if (!/[+%]/.test(text)) return text.toWellFormed();
  const bytes = Buffer.from(text);
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const escaped = (hexDigit(bytes[at + 1]) << 4) | hexDigit(bytes[at + 2]);
      if (escaped >= 0) {
        byte = escaped;
        at += 2;
      }
    }
    bytes[end++] = byte;
  }
  return bytes.toString("utf8", 0, end);
}

/** Negative for what is no digit, also after it was shifted and joined with another. */
function hexDigit(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/**
 * JSON as it is, or base64 of it in either alphabet. Some clients put base64 into a form without escaping it, and a form's
 * reader turns each `+` into a blank: they are put back, because a lenient decoder would skip them and shift every byte.
 */
export function decodeData(data: string): Buffer {
  const text = data.trimStart();
  if (/^[[{]/.test(text)) return Buffer.from(text);
  return joinSurrogates(Buffer.from(putPlusBack(data.trim()), "base64"));
}

/** On bytes: `replaceAll` takes 0.8 s for 10 MB of blanks. */
function putPlusBack(text: string): string {
  if (!text.includes(" ")) return text;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === SPACE) bytes[at] = PLUS;
  return bytes.toString("latin1");
}
