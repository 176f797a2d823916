import { STORE_CRASH_POINTS } from "../../src/events/duckdb/crash-points.ts";
import { CRASH_POINTS } from "../../src/journal/index.ts";
import type { seededRandom } from "../support/random.ts";
import type { Crash } from "./server-process.ts";

type Random = ReturnType<typeof seededRandom>;

/** What is done to the project's file, or its log, while the server is down. */
export type Damage = { file: "store" | "log"; how: "flip" | "truncate" | "header"; seed: number };

/** One life of the server: what is done to its files before, and how it ends. */
export type Life = { damage?: Damage | undefined } & (
  | { end: "start" | "work" | "stop"; afterMs: number }
  | ({ end: "point" } & Crash)
);

/** Nothing in the server makes a snapshot yet; a file is set aside only after damage. */
const APART = new Set<string>(["store.snapshot", "store.set_aside"]);
const POINTS: readonly string[] = [...CRASH_POINTS, ...STORE_CRASH_POINTS].filter(
  (point) => !APART.has(point),
);

const START_MS_MAX = 3_000;
const WORK_MS_MAX = 2_000;
const STOP_MS_MAX = 60;

/** These come at most once in a life. */
const ONCE = new Set<string>(["recovery-copied", "store.set_aside"]);

export type PlanOptions = {
  count: number;
  /** With which point to begin: they go round. */
  firstPoint: number;
  /**
   * A store made anew hides what was wrong with the old one, so most histories go without, and some have their files' logs
   * cut only: then the files go on from an earlier state.
   */
  damage: "none" | "cut logs" | "any";
};

/** Kills at each point in turn, and between them at random moments. */
export function planLives(random: Random, { count, firstPoint, damage: kind }: PlanOptions): Life[] {
  const lives: Life[] = [];
  for (let next = firstPoint; lives.length < count; ) {
    const damage = kind === "none" || random.below(5) === 0 ? undefined : someDamage(random, kind);
    const atRandom = someMoment(random);
    if (atRandom) {
      lives.push({ ...atRandom, damage });
      continue;
    }
    if (kind === "any" && random.below(4) === 0) {
      lives.push(whileSettingAside(random));
      continue;
    }
    const point = POINTS[next % POINTS.length] ?? "after-sync";
    next += 1;
    if (point === "recovery-copied" && lives.length > 0) lives[lives.length - 1] = LEAVING_A_TAIL;
    lives.push({ ...atPoint(point, 1 + random.below(4)), damage });
  }
  return lives;
}

function someMoment(random: Random): Life | undefined {
  switch (random.below(8)) {
    case 0:
      return { end: "start", afterMs: random.below(START_MS_MAX) };
    case 1:
    case 2:
      return { end: "work", afterMs: random.below(WORK_MS_MAX) };
    case 3:
      return { end: "stop", afterMs: random.below(STOP_MS_MAX) };
    default:
      return undefined;
  }
}

export const atPoint = (point: string, nth: number): Life => ({
  end: "point",
  point,
  nth: ONCE.has(point) ? 1 : nth,
});

/** Only a file that will not open is set aside. */
const whileSettingAside = (random: Random): Life => ({
  ...atPoint("store.set_aside", 1),
  damage: { file: "store", how: "header", seed: random.below(1_000_000) },
});

function someDamage(random: Random, kind: "cut logs" | "any"): Damage {
  const seed = random.below(1_000_000);
  if (kind === "cut logs") return { file: "log", how: "truncate", seed };
  const how = (["flip", "flip", "truncate", "header"] as const)[random.below(4)] ?? "flip";
  return { file: random.below(3) === 0 ? "log" : "store", how, seed };
}

/** A tail is recovered only after a life that ended with frames in an open segment: at a random moment it may be empty. */
export const LEAVING_A_TAIL: Life = atPoint("before-sync", 20);

const NAMES = {
  start: "random, during start",
  work: "random, during work",
  stop: "random, while stopping",
} as const;

export const describeLife = (life: Life): string => (life.end === "point" ? life.point : NAMES[life.end]);
