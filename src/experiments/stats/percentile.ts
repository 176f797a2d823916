/** By linear interpolation between the neighbours (type 7 of R): what `quantile_cont` of the event store does. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = Math.floor(place);
  const [low = Number.NaN, high = low] = sorted.slice(below, below + 2);
  return low + (high - low) * (place - below);
}
