/** JSON text kept as it is: `JSON.stringify` writes it back character by character. Holds numbers a double cannot. */
export type RawJson = { readonly rawJSON: string };

type RawJsonFunctions = { rawJSON(text: string): RawJson; isRawJSON(value: unknown): value is RawJson };
// Part of the language; TypeScript's library does not list them yet.
const functions = JSON as unknown as RawJsonFunctions;

export const rawJson = (text: string): RawJson => functions.rawJSON(text);
export const isRawJson = (value: unknown): value is RawJson => functions.isRawJSON(value);
