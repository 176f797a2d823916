/** A search parameter that is text. The router reads "2024" and "true" as what they would be in JSON. */
export function textParam(given: unknown): string | undefined {
  const said = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
  return typeof said === "string" && said !== "" ? said : undefined;
}

/** One of the words a parameter may be. */
export const wordParam = <Word extends string>(words: readonly Word[], given: unknown): Word | undefined =>
  words.find((word) => word === given);

type Definite<Params> = { [Key in keyof Params]?: Exclude<Params[Key], undefined> };

/** Without what says nothing, so that it leaves the address. */
export const withoutEmpty = <Params extends object>(params: Params): Definite<Params> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Definite<Params>;
