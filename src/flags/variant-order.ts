import type { Flag, FlagVariant } from "./types.ts";

/** By code point: UTF-8 bytes sort so, UTF-16 units do not. */
const byKey = (one: FlagVariant, other: FlagVariant): number =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));

export const inKeyOrder = (variants: readonly FlagVariant[]): FlagVariant[] => [...variants].sort(byKey);

/** The variants in the order in which they are walked: it decides who gets which. */
export const variantsOf = ({
  ruleset,
  variantOrder,
}: Pick<Flag, "ruleset" | "variantOrder">): FlagVariant[] =>
  variantOrder === "key" ? inKeyOrder(ruleset.variants) : ruleset.variants;

/** Whether both orders walk the list alike. */
export const isInKeyOrder = (variants: readonly FlagVariant[]): boolean =>
  inKeyOrder(variants).every(({ key }, place) => variants[place]?.key === key);
