import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../support/test-server.ts";
import { type ClientDeps, runClient } from "./client.ts";
import { type CutAt, createCuttingProxy } from "./cutting-proxy.ts";
import { damageStore } from "./damage-store.ts";
import { describeLife, type Life } from "./kills.ts";
import { type Findings, Model } from "./model.ts";
import { readStore, rebuildStore, type StoreContent } from "./read-back.ts";
import { createNamePool } from "./records.ts";
import { type ServerProcess, type Sizes, startServerProcess } from "./server-process.ts";

export type HistoryOptions = {
  seed: number;
  databaseUrl: string;
  clients: number;
  lives: readonly Life[];
  sizes: Sizes;
  /** Told of each life that ended. */
  onLife?: (life: Life, how: string) => void;
};

export type History = {
  /** How the lives ended, by what was planned for them. */
  kills: Record<string, number>;
  /** Points that did not come up in time: the server was killed then. */
  unreached: string[];
  damages: number;
  /** Files that were set aside: at the start or when a broken place was read. */
  setAside: number;
  cuts: Record<CutAt, number>;
  client: ClientDeps["counts"];
  findings: Findings;
  rows: number;
  /** What is wrong beyond the findings, in sentences. */
  faults: string[];
};

/** A point that has not come up after this time will not. */
const POINT_PATIENCE_MS = 20_000;
const CATCH_UP_PATIENCE_MS = 120_000;
const USAGE = "projects/1/usage?from=2000-01-01&to=2100-01-01";

/** Clients write without a break while one server after the other is killed under them; then all is counted. */
export async function runHistory(options: HistoryOptions): Promise<History> {
  const parent = await mkdtemp(join(tmpdir(), "tributary-history-"));
  const history = new Run(options, join(parent, "data"));
  try {
    return await history.run();
  } finally {
    await history.end();
    await rm(parent, { recursive: true, force: true });
  }
}

class Run {
  readonly #options: HistoryOptions;
  readonly #dataFolder: string;
  readonly #model = new Model();
  readonly #proxy = createCuttingProxy();
  readonly #stop = new AbortController();
  readonly #faults: string[] = [];
  readonly #counts = { batches: 0, retries: 0, givenUp: 0, sentAgain: 0 };
  readonly #kills: Record<string, number> = {};
  readonly #unreached: string[] = [];
  #damages = 0;
  #address = Promise.withResolvers<string>();
  #clients: Promise<void>[] = [];

  constructor(options: HistoryOptions, dataFolder: string) {
    this.#options = options;
    this.#dataFolder = dataFolder;
  }

  async run(): Promise<History> {
    this.#startClients();
    for (const life of this.#options.lives) await this.#live(life);
    const usage = await this.#lastLife();
    const content = await this.#readBack();
    const findings = this.#model.check(content.rows);
    this.#compareCounts(content, usage);
    const names = await readdir(this.#storeFolder);
    await this.#rebuildAndCompare(content);
    return {
      kills: this.#kills,
      unreached: this.#unreached,
      damages: this.#damages,
      setAside: names.filter((name) => /\.damaged-\d+$/.test(name)).length,
      cuts: this.#proxy.counts,
      client: this.#counts,
      findings,
      rows: content.rows.length,
      faults: this.#faults,
    };
  }

  async end(): Promise<void> {
    this.#stop.abort();
    this.#address.resolve("http://127.0.0.1:1");
    await this.#proxy.close();
  }

  get #storeFolder(): string {
    return join(this.#dataFolder, "store");
  }

  #startClients(): void {
    const { seed, clients } = this.#options;
    const deps: ClientDeps = {
      model: this.#model,
      names: createNamePool(),
      proxy: this.#proxy,
      pool: [],
      server: () => this.#address.promise,
      surprises: this.#faults,
      counts: this.#counts,
    };
    this.#clients = Array.from({ length: clients }, (_, index) =>
      runClient(deps, `c${index}`, seed * 100 + index, this.#stop.signal),
    );
  }

  #start(crash?: { point: string; nth: number }): ServerProcess {
    const { databaseUrl, sizes } = this.#options;
    const server = startServerProcess({ dataFolder: this.#dataFolder, databaseUrl, crash, sizes });
    void server.ready.then((url) => {
      if (url !== undefined) this.#address.resolve(url);
    });
    return server;
  }

  async #ended(server: ServerProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const exit = await server.exited;
    // Clients wait for the one promise until it is kept, over several servers that die before they are ready.
    if ((await server.ready) !== undefined) this.#address = Promise.withResolvers();
    this.#model.serverEnded();
    return exit;
  }

  async #live(life: Life): Promise<void> {
    if (life.damage && (await damageStore(this.#storeFolder, life.damage))) this.#damages += 1;
    const server = this.#start(life.end === "point" ? life : undefined);
    let how = describeLife(life);
    if (life.end === "point") {
      const isDead = await Promise.race([
        server.exited.then(() => true),
        server.ready.then(() => sleep(POINT_PATIENCE_MS, false, { ref: false })),
      ]);
      if (!isDead) {
        this.#unreached.push(how);
        how = "random, since a point did not come up";
      }
    } else {
      if (life.end === "work") await server.ready;
      await Promise.race([sleep(life.afterMs, undefined, { ref: false }), server.exited]);
    }
    server.kill("SIGKILL");
    const { code, signal } = await this.#ended(server);
    if (signal !== "SIGKILL")
      this.#faults.push(`a server ended by itself (${signal ?? code}) at ${how}:\n${server.output()}`);
    this.#kills[how] = (this.#kills[how] ?? 0) + 1;
    this.#options.onLife?.(life, how);
  }

  /** Nobody is killed any more: clients finish, the loader catches up, the server stops. Answers the usage it told. */
  async #lastLife(): Promise<number> {
    const server = this.#start();
    const url = await server.ready;
    if (url === undefined) throw new Error(`the server does not start any more:\n${server.output()}`);
    this.#stop.abort();
    await Promise.all(this.#clients);
    await waitUntilLoaded(url, server);
    const { body } = await call(url, "GET", USAGE);
    await this.#stopInOrder(server);
    return Object.values<number>(body.results.by_source).reduce((sum, count) => sum + count, 0);
  }

  async #stopInOrder(server: ServerProcess): Promise<void> {
    server.kill("SIGTERM");
    const { code, signal } = await this.#ended(server);
    if (code !== 0)
      this.#faults.push(`the server did not stop in order (${signal ?? code}):\n${server.output()}`);
  }

  /** A broken place that nothing has read yet is met here: then one more start has to bring everything back. */
  async #readBack(): Promise<StoreContent> {
    try {
      return await readStore(this.#storeFolder);
    } catch (cause) {
      if (this.#damages === 0) throw cause;
      const server = this.#start();
      await waitUntilLoaded((await server.ready) ?? "", server);
      await this.#stopInOrder(server);
      return await readStore(this.#storeFolder);
    }
  }

  #compareCounts({ rows, lines, settlement }: StoreContent, usage: number): void {
    if (usage !== rows.length) this.#faults.push(`usage says ${usage}, stored are ${rows.length}`);
    const sum = (name: "stored" | "duplicates" | "replaced") =>
      settlement.lines.reduce((total, line) => total + line[name], 0);
    if (sum("stored") !== rows.length) this.#faults.push(`${sum("stored")} counted, ${rows.length} stored`);
    const all = sum("stored") + sum("duplicates") + sum("replaced");
    const { least, most } = this.#model.rows;
    if (all < least || all > most)
      this.#faults.push(`${all} rows were settled, but between ${least} and ${most} came in`);
    const places = new Set(lines.map((line) => line.slice(0, 23)));
    if (places.size !== lines.length) this.#faults.push("two rows have the same place in the journal");
  }

  async #rebuildAndCompare(before: StoreContent): Promise<void> {
    await rm(this.#storeFolder, { recursive: true });
    await rebuildStore(this.#dataFolder);
    const after = await readStore(this.#storeFolder);
    const differs = before.lines.findIndex((line, index) => line !== after.lines[index]);
    if (differs !== -1 || before.lines.length !== after.lines.length) {
      this.#faults.push(
        `rebuilt, the store has ${after.lines.length} rows instead of ${before.lines.length}; the first that differs:\n  ${before.lines[differs]}\n  ${after.lines[differs]}`,
      );
    }
    const [was, is] = [JSON.stringify(before.settlement), JSON.stringify(after.settlement)];
    if (was !== is) this.#faults.push(`rebuilt, the store counts otherwise:\n  ${was}\n  ${is}`);
  }
}

type Loading = {
  ready: boolean;
  lanes: Record<string, { accepted: number; loaded: number }>;
  projects_loading_anew: number[];
  frames_set_aside: number;
};

async function waitUntilLoaded(url: string, server: ServerProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < CATCH_UP_PATIENCE_MS; waitedMs += 100) {
    const { body } = await call(url, "GET", "/readyz", { as: null });
    const loader: Loading | undefined = body.parts?.loader;
    if (
      loader?.ready &&
      loader.projects_loading_anew.length === 0 &&
      Object.values(loader.lanes).every(({ accepted, loaded }) => accepted === loaded)
    ) {
      if (loader.frames_set_aside > 0) throw new Error(`frames were set aside:\n${server.output()}`);
      return;
    }
    await sleep(100);
  }
  throw new Error(`the loader does not catch up:\n${server.output()}`);
}
