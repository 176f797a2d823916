import { joinSurrogates } from "./join-surrogates.ts";

/** Where a record may stand besides a JSON body: the field `data` of a form, or of the address. */
export type FormFields = Readonly<Record<string, string>>;

const FIELDS = ["data", "strict", "verbose", "ip"] as const;

/** The fields that mean something here, as they were first given; whatever else a form holds is not even unescaped. */
export function readForm(text: string, names: readonly string[] = FIELDS): FormFields {
  const fields: Record<string, string> = {};
  for (const name of names) {
    const pair = findPair(text, `${name}=`);
    if (pair !== undefined) fields[name] = new URLSearchParams(pair).get(name) ?? "";
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

/**
 * JSON as it is, or base64 of it in either alphabet. Some clients put base64 into a form without escaping it, and a form's
 * reader turns each `+` into a blank: they are put back, because a lenient decoder would skip them and shift every byte.
 */
export function decodeData(data: string): Buffer {
  const text = data.trimStart();
  if (/^[[{]/.test(text)) return Buffer.from(text);
  return joinSurrogates(Buffer.from(data.trim().replaceAll(" ", "+"), "base64"));
}
