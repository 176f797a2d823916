/** Where a record may stand besides a JSON body: the field `data` of a form, or of the address. */
export type FormFields = Readonly<Record<string, string>>;

export function readForm(text: string): FormFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

/**
 * JSON as it is, or base64 of it in either alphabet. Some clients put base64 into a form without escaping it, and a form's
 * reader turns each `+` into a blank: they are put back, because a lenient decoder would skip them and shift every byte.
 */
export function decodeData(data: string): Buffer {
  const text = data.trimStart();
  return /^[[{]/.test(text) ? Buffer.from(text) : Buffer.from(data.trim().replaceAll(" ", "+"), "base64");
}
