const COMPARISONS = {
  "===": (order: number) => order === 0,
  "!==": (order: number) => order !== 0,
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** Anything but one of the six holds never. */
export const holds = (order: number, comparison: Comparison): boolean =>
  Object.hasOwn(COMPARISONS, comparison) && COMPARISONS[comparison](order);
