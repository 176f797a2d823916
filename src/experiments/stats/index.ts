export { type Comparison, compareFixed, type Interval, type Pair } from "./compare.ts";
export { adjustAll, bonferroniAlpha, type Correction } from "./corrections.ts";
export { adjust } from "./cuped.ts";
export {
  average,
  type CovariateSums,
  type Estimate,
  type PairSums,
  poisson,
  proportion,
  ratio,
  type Sums,
} from "./moments.ts";
export { daysFor, sampleSizePerArm } from "./plan.ts";
export { sampleRatio } from "./sample-ratio.ts";
export { compareSequentially } from "./sequential.ts";
