/** A text without the given character at its end. A pattern such as `/0+$/` takes quadratic time on a text full of that character. */
export function trimEnd(text: string, character: string): string {
  const code = character.charCodeAt(0);
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === code) end -= 1;
  return text.slice(0, end);
}
