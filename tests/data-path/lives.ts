import { setTimeout as sleep } from "node:timers/promises";
import { describeLife, type Life } from "./kills.ts";
import { loaderState, readUsage, waitUntilLoaded } from "./loaded.ts";
import { type ChildOptions, type Exit, type ServerProcess, startServerProcess } from "./server-process.ts";

/** A point that did not come up, and what the server was at instead. */
export type Unreached = { point: string; nth: number; loader: string; output: string };

export type Lives = {
  /** The address of the server, as soon as there is one. */
  address(): Promise<string>;
  /** One server from its start to its violent end. */
  live(life: Life): Promise<void>;
  /** One that nobody kills: it catches up with what was accepted and stops. Answers the usage it told. */
  liveInPeace(whileRunning?: () => Promise<unknown>): Promise<number>;
  /** From now on a server may find its store damaged or gone. */
  harmed(): void;
  kills: Record<string, number>;
  unreached: Unreached[];
};

export type LivesOptions = Omit<ChildOptions, "crash"> & {
  /** Where sentences go about what is wrong. */
  faults: string[];
  /** Nothing that a client sent so far can come in any more. */
  onEnd(): void;
};

/** A point that has not come up after this time will not. */
const POINT_PATIENCE_MS = 60_000;
const LOADED_ANEW = /holds? less than|set aside/;

/** Servers on one data folder, one after the other. */
export function createLives({ faults, onEnd, ...where }: LivesOptions): Lives {
  const kills: Record<string, number> = {};
  const unreached: Unreached[] = [];
  let address = Promise.withResolvers<string>();
  let isHarmed = false;

  function start(crash?: ChildOptions["crash"]): ServerProcess {
    const server = startServerProcess({ ...where, crash });
    void server.ready.then((url) => {
      if (url !== undefined) address.resolve(url);
    });
    return server;
  }

  async function ended(server: ServerProcess): Promise<Exit> {
    const exit = await server.exited;
    // Clients wait for one promise until it is kept, over several servers that die before they are ready.
    if ((await server.ready) !== undefined) address = Promise.withResolvers();
    onEnd();
    // What the loader notes never leads the store, so a store that nobody harmed is never loaded anew.
    if (!isHarmed && LOADED_ANEW.test(server.output())) {
      faults.push(`without any damage the store was loaded anew:\n${server.output()}`);
    }
    return exit;
  }

  /** Until the moment has come to kill it. False: the point it was to kill itself at does not come up. */
  async function untilItsTime(server: ServerProcess, life: Life): Promise<boolean> {
    if (life.end !== "start") await server.ready;
    if (life.end === "point") {
      return Promise.race([server.exited.then(() => true), sleep(POINT_PATIENCE_MS, false, { ref: false })]);
    }
    if (life.end === "stop") server.kill("SIGTERM");
    await Promise.race([sleep(life.afterMs, undefined, { ref: false }), server.exited]);
    return true;
  }

  async function noteUnreached(server: ServerProcess, life: Life): Promise<void> {
    if (life.end !== "point") return;
    server.kill("SIGUSR2");
    const loader = await loaderState((await server.ready) ?? "");
    unreached.push({ point: life.point, nth: life.nth, loader, output: server.output() });
  }

  return {
    address: () => address.promise,
    kills,
    unreached,
    harmed() {
      isHarmed = true;
    },
    async live(life) {
      const server = start(life.end === "point" ? life : undefined);
      const isTime = await untilItsTime(server, life);
      if (!isTime) await noteUnreached(server, life);
      server.kill("SIGKILL");
      const { code, signal } = await ended(server);
      const how = isTime ? describeLife(life) : "random, since a point did not come up";
      if (signal === "SIGKILL") kills[how] = (kills[how] ?? 0) + 1;
      // It may have stopped before the kill came.
      else if (life.end !== "stop" || code !== 0) {
        faults.push(`a server ended by itself (${signal ?? code}), ${how}:\n${server.output()}`);
      }
    },
    async liveInPeace(whileRunning = async () => undefined) {
      const server = start();
      const url = await server.ready;
      if (url === undefined) {
        const { code, signal } = await server.exited;
        throw new Error(`the server does not start any more (${signal ?? code}):\n${server.output()}`);
      }
      await whileRunning();
      const fault = await waitUntilLoaded(url);
      if (fault !== undefined) faults.push(`${fault}\n${server.output()}`);
      const usage = await readUsage(url);
      server.kill("SIGTERM");
      const { code, signal } = await ended(server);
      if (code !== 0)
        faults.push(`the server did not stop in order (${signal ?? code}):\n${server.output()}`);
      return usage;
    },
  };
}
