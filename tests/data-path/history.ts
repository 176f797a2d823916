import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../support/random.ts";
import { type ClientCounts, runClient } from "./client.ts";
import { compareCounts, compareStores } from "./compare.ts";
import { type CutAt, createCuttingProxy } from "./cutting-proxy.ts";
import { damageStore } from "./damage-store.ts";
import type { Life } from "./kills.ts";
import { createLives, type Lives, type Unreached } from "./lives.ts";
import { type Findings, Model } from "./model.ts";
import { readStore, type StoreContent } from "./read-back.ts";
import { runReader } from "./reader.ts";
import { rebuildStore } from "./rebuild.ts";
import { createNamePool } from "./records.ts";
import type { Sizes } from "./server-process.ts";

export type HistoryOptions = {
  /** Decides what is sent, what is damaged and when something is killed; the machine decides the rest. */
  seed: number;
  databaseUrl: string;
  clients: number;
  lives: readonly Life[];
  sizes: Sizes;
  /** Leaves the data folder where it is when something is wrong. */
  keepFailed?: boolean;
};

export type History = {
  /** How often something was killed, by where it was. */
  kills: Record<string, number>;
  /** Points that did not come up in time: the server was killed then, and the kill is counted apart. */
  unreached: readonly Unreached[];
  damages: number;
  /** Files that were set aside, at a start or when a broken place was read. */
  setAside: number;
  cuts: Record<CutAt, number>;
  sent: ClientCounts;
  findings: Findings;
  rows: number;
  /** What is wrong besides, in sentences. */
  faults: string[];
};

const REBUILD_MS_MAX = 2_000;

/** Clients write without a break while one server after the other is killed under them; then all is counted. */
export async function runHistory(options: HistoryOptions): Promise<History> {
  const { seed, databaseUrl, sizes } = options;
  const parent = await mkdtemp(join(tmpdir(), "tributary-history-"));
  const dataFolder = join(parent, "data");
  const storeFolder = join(dataFolder, "store");
  const model = new Model();
  const faults: string[] = [];
  const lives = createLives({ dataFolder, databaseUrl, sizes, faults, onEnd: () => model.serverEnded() });
  const crowd = startCrowd(options, model, lives, faults);
  let isToKeep = options.keepFailed ?? false;
  let damages = 0;
  try {
    for (const life of options.lives) {
      if (life.damage && (await damageStore(storeFolder, life.damage))) {
        lives.harmed();
        damages += 1;
      }
      await lives.live(life);
    }
    const usage = await lives.liveInPeace(crowd.finish);
    const content = await readBack(storeFolder, lives, damages > 0);
    faults.push(...compareCounts(content, usage, model));
    const setAside = (await readdir(storeFolder)).filter((name) => /\.damaged-\d+$/.test(name)).length;
    await makeAnew(dataFolder, lives, seed);
    faults.push(...compareStores(content, await readStore(storeFolder)));
    const findings = model.check(content.rows);
    const { kills, unreached } = lives;
    const { cuts, sent } = crowd;
    const history = {
      kills,
      unreached,
      damages,
      setAside,
      cuts,
      sent,
      findings,
      rows: content.rows.length,
      faults,
    };
    isToKeep &&= !isSound(history);
    if (isToKeep) faults.push(`the data folder is kept: ${dataFolder}`);
    return history;
  } catch (cause) {
    throw new Error(`history ${seed} could not be told to its end (${dataFolder})`, { cause });
  } finally {
    crowd.leave();
    if (!isToKeep) await rm(parent, { recursive: true, force: true });
  }
}

export function isSound({ findings, faults }: Pick<History, "findings" | "faults">): boolean {
  const { lost, doubled, foreign, changed, torn } = findings;
  return [lost, doubled, foreign, changed, torn, faults].every((list) => list.length === 0);
}

/** Everybody who talks to the servers. */
function startCrowd({ seed, clients }: HistoryOptions, model: Model, { address }: Lives, faults: string[]) {
  const stop = new AbortController();
  const proxy = createCuttingProxy();
  const sent: ClientCounts = { batches: 0, retries: 0, givenUp: 0, sentAgain: 0 };
  const deps = { model, proxy, faults, sent, names: createNamePool(), pool: [], server: address };
  const working = Promise.all([
    ...Array.from({ length: clients }, (_, index) =>
      runClient(deps, `c${index}`, seed * 100 + index, stop.signal),
    ),
    runReader(address, stop.signal),
  ]);
  working.catch(() => undefined);
  return {
    sent,
    cuts: proxy.counts,
    /** Lets everybody end what they are at. */
    async finish(): Promise<void> {
      stop.abort();
      await working;
    },
    /** Whatever they are at. */
    leave(): void {
      stop.abort();
      proxy.close();
    },
  };
}

/** A broken place that nothing has read yet is met here: then one more start has to bring everything back. */
async function readBack(storeFolder: string, lives: Lives, isDamaged: boolean): Promise<StoreContent> {
  try {
    return await readStore(storeFolder);
  } catch (cause) {
    if (!isDamaged) throw cause;
    await lives.liveInPeace();
    return await readStore(storeFolder);
  }
}

/** Without its files the store is made anew from the journal: by the command, or by a server after the command was killed. */
async function makeAnew(dataFolder: string, lives: Lives, seed: number): Promise<void> {
  const random = seededRandom(seed);
  lives.harmed();
  await rm(join(dataFolder, "store"), { recursive: true });
  if ((await rebuildStore(dataFolder, random.below(REBUILD_MS_MAX))) === "done") return;
  lives.kills["random, during rebuild"] = 1;
  if (random.below(2) === 0) await lives.liveInPeace();
  else await rebuildStore(dataFolder);
}
