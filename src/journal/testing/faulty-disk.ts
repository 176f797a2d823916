import { basename, dirname } from "node:path";
import type { Files, OpenFile } from "../files.ts";
import { createNode, type FaultyNode } from "./faulty-node.ts";
import type { Random } from "./random.ts";

export type Operation =
  | "open"
  | "create"
  | "read"
  | "write"
  | "datasync"
  | "truncate"
  | "size"
  | "close"
  | "list"
  | "rename"
  | "remove"
  | "makeFolder"
  | "syncFolder";

/** What happens instead of step number `step` (from 1, counted per run). */
export type Fault =
  | { kind: "error"; code: string }
  /** Only a part of the bytes is written, and the call says so. */
  | { kind: "short" }
  /** The process dies before this step; of a write some bytes may have arrived. */
  | { kind: "kill" };

export type FaultPlan = (step: number, operation: Operation, path: string) => Fault | undefined;

export type Run = {
  files: Files;
  /** Steps taken so far. */
  steps(): number;
  /** The process is gone: nothing it had asked for is answered any more. */
  kill(): void;
  /** Resolves when the process is gone. */
  dead: Promise<void>;
  isDead(): boolean;
};

type NameChange = { name: string; node: FaultyNode | null; from?: string };

export const diskError = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: injected`), { code });

/**
 * A disk in memory that does to a program what disks do: fails at step N, writes half, fills up, forgets at power loss
 * everything that was not synced (bytes and names, each on its own), rots. Operations that are under way together are
 * carried out one per turn of the event loop, in an order the seed decides.
 */
export function createFaultyDisk(random: Random) {
  const names = new Map<string, FaultyNode>();
  const durableNames = new Map<string, FaultyNode>();
  let dirtyNames: NameChange[] = [];
  let capacityBytes = Number.POSITIVE_INFINITY;

  const usedBytes = (): number => [...new Set(names.values())].reduce((sum, node) => sum + node.size(), 0);

  function changeName(target: Map<string, FaultyNode>, { name, node, from }: NameChange): void {
    if (from !== undefined) target.delete(from);
    if (node) target.set(name, node);
    else target.delete(name);
  }

  function rename(change: NameChange): void {
    changeName(names, change);
    dirtyNames.push(change);
  }

  function find(path: string): FaultyNode {
    const node = names.get(path);
    if (!node) throw diskError("ENOENT");
    return node;
  }

  function startRun(plan: FaultPlan = () => undefined): Run {
    let step = 0;
    let isDead = false;
    let die: () => void = () => {};
    const dead = new Promise<void>((resolve) => {
      die = resolve;
    });
    const pending: (() => void)[] = [];

    function kill(): void {
      isDead = true;
      pending.length = 0;
      die();
    }

    function turn(): void {
      const [next] = pending.splice(random.below(pending.length), 1);
      next?.();
      if (pending.length > 0) setImmediate(turn);
    }

    /** Never settles once the process is dead, as a call of a killed process never returns. */
    function doStep<Value>(
      operation: Operation,
      path: string,
      work: (fault?: Fault) => Value,
    ): Promise<Value> {
      return new Promise((resolve, reject) => {
        if (isDead) return;
        if (pending.length === 0) setImmediate(turn);
        pending.push(() => {
          step += 1;
          const fault = plan(step, operation, path);
          try {
            if (fault?.kind === "error" && operation !== "datasync") throw diskError(fault.code);
            // A killed process does not learn whether its last call was still carried out.
            if (fault?.kind === "kill" && random.chance(0.5)) return kill();
            const value = work(fault);
            if (fault?.kind === "kill") return kill();
            resolve(value);
          } catch (error) {
            if (fault?.kind === "kill") kill();
            else reject(error);
          }
        });
      });
    }

    function write(node: FaultyNode, parts: readonly Uint8Array[], offset: number, fault?: Fault): number {
      const bytes = Buffer.concat(parts);
      const room = capacityBytes - usedBytes();
      const fits = Math.max(0, Math.min(bytes.length, node.size() - offset + room));
      if (fits === 0 && bytes.length > 0) throw diskError("ENOSPC");
      const isCut = fault?.kind === "short" || fault?.kind === "kill";
      const length = isCut ? random.below(fits + 1) : fits;
      if (length > 0) node.write(offset, bytes.subarray(0, length));
      return length;
    }

    const openFile = (node: FaultyNode, path: string): OpenFile => ({
      read: (into, offset) => doStep("read", path, () => node.read(into, offset)),
      writev: (parts, offset) => doStep("write", path, (fault) => write(node, parts, offset, fault)),
      datasync: () =>
        doStep("datasync", path, (fault) => {
          if (fault?.kind === "kill") return;
          if (fault?.kind !== "error") return node.sync();
          node.failSync(random);
          throw diskError(fault.code);
        }),
      truncate: (bytes) => doStep("truncate", path, () => node.truncate(bytes)),
      size: () => doStep("size", path, () => node.size()),
      close: () => doStep("close", path, () => {}),
    });

    const files: Files = {
      openForReading: (path) => doStep("open", path, () => openFile(find(path), path)),
      openForWriting: (path) => doStep("open", path, () => openFile(find(path), path)),
      create: (path) =>
        doStep("create", path, () => {
          if (names.has(path)) throw diskError("EEXIST");
          const node = createNode();
          rename({ name: path, node });
          return openFile(node, path);
        }),
      list: (folder) =>
        doStep("list", folder, () =>
          [...names]
            .filter(([path]) => dirname(path) === folder)
            .map(([path, node]) => ({ name: basename(path), bytes: node.size() })),
        ),
      rename: (from, to) => doStep("rename", from, () => rename({ name: to, node: find(from), from })),
      remove: (path) =>
        doStep("remove", path, () => {
          find(path);
          rename({ name: path, node: null });
        }),
      makeFolder: (folder) => doStep("makeFolder", folder, () => {}),
      syncFolder: (folder) =>
        doStep("syncFolder", folder, (fault) => {
          if (fault?.kind === "kill") return;
          for (const change of dirtyNames) changeName(durableNames, change);
          dirtyNames = [];
        }),
    };
    return { files, steps: () => step, kill, dead, isDead: () => isDead };
  }

  return {
    startRun,
    /** Names and bytes that were not synced are lost, or arrive in part. Kill the run first. */
    losePower(): void {
      for (const change of dirtyNames) if (random.chance(0.5)) changeName(durableNames, change);
      dirtyNames = [];
      const nodes = new Set([...names.values(), ...durableNames.values()]);
      for (const node of nodes) node.losePower(random);
      names.clear();
      for (const [name, node] of durableNames) names.set(name, node);
    },
    setCapacity(bytes: number): void {
      capacityBytes = bytes;
    },
    usedBytes,
    paths: (): string[] => [...names.keys()],
    node: find,
  };
}

export type FaultyDisk = ReturnType<typeof createFaultyDisk>;
