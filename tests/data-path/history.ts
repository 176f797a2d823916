import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../support/random.ts";
import { type ClientCounts, runClient } from "./client.ts";
import { compareCounts, compareStores } from "./compare.ts";
import { type CutAt, createCuttingProxy } from "./cutting-proxy.ts";
import { damageStore } from "./damage-store.ts";
import { describeLife, type Life } from "./kills.ts";
import { loaderState, readUsage, waitUntilLoaded } from "./loaded.ts";
import { type Findings, Model } from "./model.ts";
import { readStore, type StoreContent } from "./read-back.ts";
import { runReader } from "./reader.ts";
import { rebuildStore } from "./rebuild.ts";
import { createNamePool } from "./records.ts";
import { type Exit, type ServerProcess, type Sizes, startServerProcess } from "./server-process.ts";

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
  kills: Record<string, number>;
  /** Points that did not come up in time: the server was killed then, and the kill is counted apart. */
  unreached: { point: string; nth: number; loader: string; output: string }[];
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

const MADE_ANEW = /holds? less than|set aside/;
/** A point that has not come up after this time will not. */
const POINT_PATIENCE_MS = 15_000;
const REBUILD_MS_MAX = 2_000;

/** Clients write without a break while one server after the other is killed under them; then all is counted. */
export async function runHistory(options: HistoryOptions): Promise<History> {
  const parent = await mkdtemp(join(tmpdir(), "tributary-history-"));
  const dataFolder = join(parent, "data");
  const storeFolder = join(dataFolder, "store");
  const random = seededRandom(options.seed);
  const model = new Model();
  const proxy = createCuttingProxy();
  const stop = new AbortController();
  const faults: string[] = [];
  const sent: ClientCounts = { batches: 0, retries: 0, givenUp: 0, sentAgain: 0 };
  const kills: Record<string, number> = {};
  const unreached: History["unreached"] = [];
  let damages = 0;
  let address = Promise.withResolvers<string>();
  let isSound = false;

  const started = {
    model,
    proxy,
    faults,
    sent,
    names: createNamePool(),
    pool: [],
    server: () => address.promise,
  };
  const clients = Array.from({ length: options.clients }, (_, index) =>
    runClient(started, `c${index}`, options.seed * 100 + index, stop.signal),
  );
  const working = Promise.all([...clients, runReader(started.server, stop.signal)]);
  working.catch(() => undefined);

  try {
    for (const life of options.lives) await live(life);
    const usage = await liveInPeace(() => stop.abort());
    const content = await readBack();
    faults.push(...compareCounts(content, usage, model));
    const setAside = (await readdir(storeFolder)).filter((name) => /\.damaged-\d+$/.test(name)).length;
    await makeAnew(content);
    const findings = model.check(content.rows);
    const wrong = [
      findings.lost,
      findings.doubled,
      findings.foreign,
      findings.changed,
      findings.torn,
      faults,
    ];
    isSound = wrong.every((list) => list.length === 0);
    if (!isSound && options.keepFailed) faults.push(`the data folder is kept: ${dataFolder}`);
    return {
      kills,
      unreached,
      damages,
      setAside,
      cuts: proxy.counts,
      sent,
      findings,
      rows: content.rows.length,
      faults,
    };
  } finally {
    stop.abort();
    address.resolve("http://127.0.0.1:1");
    proxy.close();
    if (isSound || !options.keepFailed) await rm(parent, { recursive: true, force: true });
  }

  function start(crash?: { point: string; nth: number }): ServerProcess {
    const { databaseUrl, sizes } = options;
    const server = startServerProcess({ dataFolder, databaseUrl, crash, sizes });
    void server.ready.then((url) => {
      if (url !== undefined) address.resolve(url);
    });
    return server;
  }

  async function ended(server: ServerProcess): Promise<Exit> {
    const exit = await server.exited;
    // Clients wait for one promise until it is kept, over several servers that die before they are ready.
    if ((await server.ready) !== undefined) address = Promise.withResolvers();
    model.serverEnded();
    // The loader's note never leads the store, so a file that is not damaged never has to be loaded anew.
    if (damages === 0 && MADE_ANEW.test(server.output())) {
      faults.push(`without damage a project was loaded anew:\n${server.output()}`);
    }
    return exit;
  }

  async function live(life: Life): Promise<void> {
    if (life.damage && (await damageStore(storeFolder, life.damage))) damages += 1;
    const server = start(life.end === "point" ? life : undefined);
    let how = describeLife(life);
    if (life.end === "point" && !(await endsAtPoint(server))) {
      const url = (await server.ready) ?? "";
      server.kill("SIGUSR2");
      const loader = await loaderState(url);
      await sleep(500);
      unreached.push({ point: how, nth: life.nth, loader, output: server.output() });
      how = "random, since a point did not come up";
    } else if (life.end !== "point") {
      if (life.end !== "start") await server.ready;
      if (life.end === "stop") server.kill("SIGTERM");
      await Promise.race([sleep(life.afterMs, undefined, { ref: false }), server.exited]);
    }
    server.kill("SIGKILL");
    const { code, signal } = await ended(server);
    if (signal !== "SIGKILL" && !(life.end === "stop" && code === 0)) {
      faults.push(`a server ended by itself (${signal ?? code}), ${how}:\n${server.output()}`);
    }
    kills[how] = (kills[how] ?? 0) + 1;
  }

  /** Nobody is killed any more: the loader catches up and the server stops. Answers the usage it told. */
  async function liveInPeace(onReady = () => {}): Promise<number> {
    const server = start();
    const url = await server.ready;
    if (url === undefined) throw new Error(`the server does not start any more:\n${server.output()}`);
    onReady();
    await working;
    const fault = await waitUntilLoaded(url);
    if (fault !== undefined) faults.push(`${fault}\n${server.output()}`);
    const usage = await readUsage(url);
    server.kill("SIGTERM");
    const { code, signal } = await ended(server);
    if (code !== 0) faults.push(`the server did not stop in order (${signal ?? code}):\n${server.output()}`);
    return usage;
  }

  /** A broken place that nothing has read yet is met here: then one more start has to bring everything back. */
  async function readBack(): Promise<StoreContent> {
    try {
      return await readStore(storeFolder);
    } catch (cause) {
      if (damages === 0) throw cause;
      await liveInPeace();
      return await readStore(storeFolder);
    }
  }

  /** Without its files the store is made anew from the journal: by the command, or by a server after the command was killed. */
  async function makeAnew(before: StoreContent): Promise<void> {
    await rm(storeFolder, { recursive: true });
    if ((await rebuildStore(dataFolder, random.below(REBUILD_MS_MAX))) === "killed") {
      kills["random, during rebuild"] = (kills["random, during rebuild"] ?? 0) + 1;
      if (random.below(2) === 0) await liveInPeace();
      else await rebuildStore(dataFolder);
    }
    faults.push(...compareStores(before, await readStore(storeFolder)));
  }
}

/** False when the point does not come up. */
const endsAtPoint = (server: ServerProcess): Promise<boolean> =>
  Promise.race([
    server.exited.then(() => true),
    server.ready.then(() => sleep(POINT_PATIENCE_MS, false, { ref: false })),
  ]);
