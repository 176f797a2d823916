/** Four times the input may take at most six times the processor time: quadratic work takes sixteen times as much. */
const GROWTH_MAX = 6;
const SIZES_RATIO = 4;
/** What takes less counts as much: below it the noise of the machine is as large as the work, and a ratio says nothing. */
const FLOOR_MS = 25;
/**
 * Growth is measured up to here. Beyond, V8's garbage collector takes a growing share: `JSON.parse` alone takes 32 ms for 1 MiB of nested
 * arrays and 980 for 10. What the limits of endpoints cost is measured by `npm run bench -- blocking`.
 */
export const GROWTH_BYTES_MAX = 1_048_576;
const RUNS = 3;
/** The garbage collector works in large steps, so one comparison may be wrong; work that is quadratic fails in each. */
const COMPARISONS = 3;

/** Processor time of this thread alone, so that other programs and threads do not count. The best of three. */
async function cpuMs(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
    if (best < FLOOR_MS) break;
  }
  return best;
}

/** `work` takes time in proportion to the size it is given: compared are `size` and a quarter of it. */
export async function expectLinear(
  name: string,
  size: number,
  work: (size: number) => () => unknown,
): Promise<void> {
  const smallSize = Math.ceil(size / SIZES_RATIO);
  for (let comparison = 1; ; comparison += 1) {
    const large = await cpuMs(work(size));
    if (large <= GROWTH_MAX * FLOOR_MS) return;
    const small = await cpuMs(work(smallSize));
    if (large <= GROWTH_MAX * Math.max(small, FLOOR_MS)) return;
    const told = `${name}: ${small.toFixed(1)} ms, and ${large.toFixed(1)} ms for four times the input`;
    if (comparison === COMPARISONS) throw new Error(told);
  }
}
