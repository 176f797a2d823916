const HEADER_MAX = 1024;

export type BasicCredentials = { username: string; secret: string };

/**
 * Reads `Authorization: Basic …` in the forms clients send: base64 of `user:secret` in either alphabet, or the pair as plain
 * text (base64 never holds a colon, so the two cannot be confused). Without a colon the whole is a user name with an empty secret.
 */
export function parseBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  if (header === undefined) return undefined;
  // Nobody's credentials are longer; what is, is not worth reading.
  if (header.length > HEADER_MAX || !/^basic /i.test(header)) return undefined;
  const value = header.slice("basic ".length).trim();
  if (value === "") return undefined;
  const pair = value.includes(":") ? value : decodeBase64(value);
  if (pair === undefined || hasControlCharacter(pair)) return undefined;
  const colon = pair.indexOf(":");
  if (colon < 0) return pair === "" ? undefined : { username: pair, secret: "" };
  return { username: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

function decodeBase64(value: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, "base64").toString("utf8");
  return text.includes("\uFFFD") ? undefined : text;
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
