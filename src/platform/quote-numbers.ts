const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Numbers of a JSON text become texts where `toText` has one for them. Strings are passed over, and the rest stays as it is. */
export function quoteNumbers(json: string, toText: (number: string) => string | undefined): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(json, at);
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(json, at);
      const text = toText(json.slice(at, end));
      if (text !== undefined) {
        parts.push(json.slice(copied, at), `"${text}"`);
        copied = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return copied === 0 ? json : parts.join("") + json.slice(copied);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) break;
  }
  return at + 1;
}

/** Digits, sign, point and exponent: whatever a number may be made of. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isPart =
      (code >= ZERO && code <= NINE) ||
      code === MINUS ||
      code === 43 ||
      code === 46 ||
      code === 69 ||
      code === 101;
    if (!isPart) break;
  }
  return at;
}
