/** What a client gets for a variant. */
export type VariantValue = boolean | string | { [key: string]: unknown };

export const VALUE_MAX_CHARACTERS = 32_768;

export const valueType = (value: unknown): string =>
  value !== null && typeof value === "object" ? "object" : typeof value;
