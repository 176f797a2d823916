import { logGamma } from "./gamma.ts";
import { normalQuantile, normalTail } from "./normal.ts";

const TINY = 1e-300;
const STEPS_MAX = 20_000;
/** From here on the fraction below would need too many steps. */
const MANY_DEGREES = 100_000;

/** P(T > t) for Student's t with ν degrees of freedom, for t of either sign. */
export function studentTail(t: number, degrees: number): number {
  if (t < 0) return 1 - studentTail(-t, degrees);
  return 0.5 * twoSided(t, degrees);
}

/** P(|T| > |t|). The incomplete beta function I(ν/2, 1/2) at ν/(ν+t²), each part of it reckoned from t itself. */
export function twoSided(t: number, degrees: number): number {
  const [a, b] = [degrees / 2, 0.5];
  const ratio = (t * t) / degrees;
  if (ratio === Infinity) return 0;
  if (degrees > MANY_DEGREES) return 2 * normalTail(normalized(ratio, degrees));
  const x = 1 / (1 + ratio);
  const rest = ratio / (1 + ratio);
  if (rest === 0) return 1;
  const front = Math.exp(-a * Math.log1p(ratio) + b * Math.log(rest) - logBetaHalf(a));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, rest)) / b;
}

/** The z that is as far out as this t, after Hill 1970. */
function normalized(ratio: number, degrees: number): number {
  const a = degrees - 0.5;
  const b = 48 * a * a;
  const z = Math.sqrt(a * Math.log1p(ratio));
  const square = z * z;
  const next =
    (((4 * square + 33) * square + 240) * square + 855) / (10 * b * (b + 0.8 * square * square + 100));
  return z + z * ((square + 3) / b - next);
}

/** ln B(a, 1/2). Far out the difference of two large logarithms would lose the digits that count. */
function logBetaHalf(a: number): number {
  const logSqrtPi = 0.5 * Math.log(Math.PI);
  if (a < 50) return logGamma(a) + logSqrtPi - logGamma(a + 0.5);
  const inverse = 1 / a;
  const square = inverse * inverse;
  const series = inverse * (-1 / 8 + square * (1 / 192 - square * (1 / 640 - (square * 17) / 14336)));
  return logSqrtPi - (0.5 * Math.log(a) + series);
}

/** The continued fraction of the incomplete beta function, by the way of Lentz. */
function fraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < TINY ? TINY : d);
  let value = d;
  const turn = (numerator: number): number => {
    d = 1 + numerator * d;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    c = 1 + numerator / c;
    if (Math.abs(c) < TINY) c = TINY;
    value *= d * c;
    return d * c;
  };
  for (let step = 1; step < STEPS_MAX; step += 1) {
    const twice = 2 * step;
    turn((step * (b - step) * x) / ((a + twice - 1) * (a + twice)));
    const factor = turn((-(a + step) * (a + b + step) * x) / ((a + twice) * (a + twice + 1)));
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return value;
}

const logDensity = (t: number, degrees: number): number =>
  -logBetaHalf(degrees / 2) - 0.5 * Math.log(degrees) - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees);

/** The t below which a part p of all lies, by steps of Newton kept between bounds. */
export function studentQuantile(p: number, degrees: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  if (p === 0.5) return 0;
  const tail = 1 - p;
  let low = 0;
  let high = Math.max(2, normalQuantile(p));
  while (studentTail(high, degrees) > tail) high *= 2;
  let t = Math.min(high, normalQuantile(p));
  for (let step = 0; step < 100; step += 1) {
    const error = studentTail(t, degrees) - tail;
    if (error > 0) low = t;
    else high = t;
    const newton = t + error / Math.exp(logDensity(t, degrees));
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-15 * Math.max(1, Math.abs(t))) return next;
    t = next;
  }
  return t;
}
