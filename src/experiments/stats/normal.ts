import { upperGamma } from "./gamma.ts";

/** P(Z > z) for the standard normal, accurate far out in the tail. */
export const normalTail = (z: number): number => {
  const half = 0.5 * upperGamma(0.5, (z * z) / 2);
  return z >= 0 ? half : 1 - half;
};

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** The z below which a part p of all lies: an approximation after Acklam, brought to full precision by two steps of Halley. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : Number.NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  let z = approximate(p);
  for (let step = 0; step < 2; step += 1) {
    const error = normalTail(-z) - p;
    const change = error / density(z);
    z -= change / (1 + (z * change) / 2);
  }
  return z;
}

const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
];
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((value, coefficient) => value * x + coefficient, 0);

/** For p up to one half, to nine digits. */
function approximate(p: number): number {
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(C, q) / (polynomial(D, q) * q + 1);
  }
  const q = p - 0.5;
  const r = q * q;
  return (polynomial(A, r) * q) / (polynomial(B, r) * r + 1);
}
