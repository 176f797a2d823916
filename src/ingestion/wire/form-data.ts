import { joinSurrogates } from "./join-surrogates.ts";

/** Where a record may stand besides a JSON body: the field `data` of a form, or of the address. */
export type FormFields = Readonly<Record<string, string>>;

const FIELDS = ["data", "strict", "verbose", "ip"] as const;

/** The fields that mean something here, as they were first given; whatever else a form holds is not even unescaped. */
export function readForm(text: string, names: readonly string[] = FIELDS): FormFields {
  const fields: Record<string, string> = {};
  for (let from = 0; from < text.length; ) {
    const ampersand = text.indexOf("&", from);
    const end = ampersand === -1 ? text.length : ampersand;
    for (const name of names) {
      if (fields[name] !== undefined || !text.startsWith(`${name}=`, from)) continue;
      fields[name] = new URLSearchParams(text.slice(from, end)).get(name) ?? "";
    }
    from = end + 1;
  }
  return fields;
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
