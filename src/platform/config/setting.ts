/**
 * One thing an operator can set. The environment variable and the flag carry the same name (`DATA_DIR`, `--data-dir`);
 * the flag wins. `parse` answers undefined when the text does not fit; `expected` then tells the operator what would.
 */
export type Setting<Value> = {
  sentence: string;
  expected: string;
  /** Text that is parsed when the operator says nothing; undefined when the setting is then absent. */
  preset: string | undefined;
  parse: (text: string) => Value | undefined;
  /** Never repeated in messages, help or logs. */
  secret?: true;
};

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number | undefined => {
    if (!/^\d{1,15}$/.test(text)) return undefined;
    const value = Number(text);
    return value >= least && value <= most ? value : undefined;
  };

export const oneOf =
  <const Words extends readonly string[]>(words: Words) =>
  (text: string): Words[number] | undefined =>
    words.find((word) => word === text);

export const text = (value: string): string | undefined => (value === "" ? undefined : value);

/** An address such as `https://analytics.example.com`, without a trailing slash, query or credentials. */
export function origin(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username || url.password || url.search || url.hash || url.pathname !== "/") return undefined;
  return url.origin;
}

export function postgresUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  return ["postgres:", "postgresql:"].includes(new URL(value).protocol) ? value : undefined;
}
