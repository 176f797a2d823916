import { STORE_CRASH_POINTS } from "../../src/events/duckdb/crash-points.ts";
import { CRASH_POINTS } from "../../src/journal/index.ts";
import type { seededRandom } from "../support/random.ts";
import type { Crash } from "./server-process.ts";

type Random = ReturnType<typeof seededRandom>;

/** What is done to the project's file, or its log, while the server is down. */
export type Damage = { file: "store" | "log"; how: "flip" | "truncate" | "header"; seed: number };

/** One life of the server: what is done to its files before, and how it ends. */
export type Life = { damage?: Damage | undefined } & (
  | { end: "start"; afterMs: number }
  | { end: "work"; afterMs: number }
  | ({ end: "point" } & Crash)
);

/** Reached by `backup` alone, which works on a stopped server. */
const UNREACHED = new Set<string>(["store.snapshot"]);
export const POINTS: readonly string[] = [...CRASH_POINTS, ...STORE_CRASH_POINTS].filter(
  (point) => !UNREACHED.has(point),
);

const START_MS = 3_000;
const WORK_MS = 2_500;

/** A file that will not open is set aside at once; only then is there a moment to be killed at. */
const forPoint = (point: string, nth: number, seed: number): Life => ({
  end: "point",
  point,
  nth: once(point) ? 1 : nth,
  damage: point === "store.set_aside" ? { file: "store", how: "header", seed } : undefined,
});

const once = (point: string): boolean => point === "recovery-copied" || point === "store.set_aside";

/** Kills at each point in turn, and between them at random moments. Every fifth life begins with damage. */
export function planLives(random: Random, count: number, firstPoint: number): Life[] {
  let next = firstPoint;
  return Array.from({ length: count }, (_, index): Life => {
    const damage = index % 5 === 3 ? someDamage(random) : undefined;
    const choice = random.below(6);
    if (choice === 0) return { end: "start", afterMs: random.below(START_MS), damage };
    if (choice <= 2) return { end: "work", afterMs: random.below(WORK_MS), damage };
    const point = POINTS[next % POINTS.length] ?? "after-sync";
    next += 1;
    const life = forPoint(point, 1 + random.below(4), random.below(1_000_000));
    return { ...life, damage: life.damage ?? damage };
  });
}

function someDamage(random: Random): Damage {
  const how = (["flip", "flip", "truncate", "header"] as const)[random.below(4)] ?? "flip";
  return { file: random.below(3) === 0 ? "log" : "store", how, seed: random.below(1_000_000) };
}

export const describeLife = (life: Life): string =>
  life.end === "point" ? life.point : life.end === "start" ? "random, during start" : "random, during work";
