import { createLock, type Lock } from "../../platform/lock.ts";
import type { Log } from "../../platform/log.ts";
import type { SetAside } from "../store.ts";
import type { ReachStore } from "./crash-points.ts";
import { isDamagedAtOpen, isInvalidated, messageOf, setFilesAside } from "./damage.ts";
import type { Engine } from "./engine.ts";
import { openProjectFile, type ProjectFile } from "./project-file.ts";

/** The project files that are open. They open when somebody needs them, and the least recently used close again. */
export type ProjectFiles = {
  use<Value>(projectId: number, work: (file: ProjectFile) => Promise<Value>): Promise<Value>;
  /** Nothing, when the file is not open: for what may as well be left undone, and must not bring a deleted file back. */
  useOpen(projectId: number, work: (file: ProjectFile) => Promise<unknown>): Promise<void>;
  /** For those who come back to a file again and again: it stays open between. */
  pin(projectId: number): Promise<ProjectFile>;
  unpin(file: ProjectFile): void;
  /** Has a file opened anew when an error tells that DuckDB is done with it, as after a checkpoint on a full disk. */
  renewAfter(file: ProjectFile, error: unknown): Promise<void>;
  /** Closes a file when its users are done, keeps newcomers waiting, and does the work while it is closed. */
  whileClosed<Value>(projectId: number, work: () => Promise<Value>): Promise<Value>;
  /** Closes a file that nobody needs now. It opens again from the disk, not from memory. */
  closeIdle(projectId: number): Promise<void>;
  /** Because somebody wants it so. */
  setAside(projectId: number, reason: string): Promise<SetAside | null>;
  /** Because it is damaged. */
  condemn(projectId: number, reason: string): Promise<SetAside | null>;
  close(): Promise<void>;
};

type Options = {
  engine: Engine;
  log: Log;
  openFilesMax: number;
  reach: ReachStore;
  onSetAside: (report: SetAside) => void;
};

export function createProjectFiles({ engine, log, openFilesMax, reach, onSetAside }: Options): ProjectFiles {
  /** In the order of their last use. */
  const open = new Map<number, ProjectFile>();
  /** A project's file opens and closes one at a time. */
  const doors = new Map<number, Lock>();
  /** Open files that are about to close because there are too many. */
  const leaving = new Set<ProjectFile>();
  /** Files that are opening or closing now, and the restart that waits for them. */
  const moving = new Set<Promise<unknown>>();
  let restarting: Promise<void> | null = null;
  let closed = false;

  function door(projectId: number): Lock {
    const known = doors.get(projectId) ?? createLock();
    doors.set(projectId, known);
    return known;
  }

  const tellDamaged = (report: SetAside): void =>
    log.error(report, "a project's event file is damaged; it was set aside and begins anew");
  const tellAsked = (report: SetAside): void =>
    log.warn(report, "a project's event file was set aside as asked, and begins anew");

  const tellOldLongRows = (projectId: number): void =>
    log.warn(
      { projectId },
      "a project's event file has long texts of an earlier version, which take much memory to read; `tributary store rebuild` makes it anew",
    );

  const restarted = async (): Promise<void> => {
    while (restarting !== null) await restarting.catch(() => undefined);
  };

  async function moved<Value>(work: Promise<Value>): Promise<Value> {
    moving.add(work);
    try {
      return await work;
    } finally {
      moving.delete(work);
    }
  }

  async function openOnce(projectId: number): Promise<ProjectFile> {
    await restarted();
    return await moved(
      openProjectFile(engine, projectId).then((file) => {
        open.set(projectId, file);
        if (file.hasOldLongRows) tellOldLongRows(projectId);
        return file;
      }),
    );
  }

  async function openFile(projectId: number): Promise<ProjectFile> {
    try {
      return await openOnce(projectId).catch(async (error) => {
        if (await engine.isSound()) throw error;
        // Some other file's error may have ended DuckDB. If this one does it again, it is this file's.
        await restart();
        return await openOnce(projectId);
      });
    } catch (error) {
      if (!(await engine.isSound())) await restart();
      if (!isDamagedAtOpen(error)) throw error;
      await putAside(projectId, messageOf(error));
      return await openOnce(projectId);
    }
  }

  /** Nothing, when a restart has closed it meanwhile. */
  async function closeFile(file: ProjectFile): Promise<void> {
    await restarted();
    if (open.get(file.projectId) !== file) return;
    open.delete(file.projectId);
    await moved(file.close());
  }

  /** Ends every file's work and starts DuckDB anew; the files open again as they are needed. */
  function restart(): Promise<void> {
    restarting ??= (async () => {
      log.error({}, "DuckDB does nothing any more after a fatal error; it is started anew");
      await Promise.allSettled(moving);
      for (const file of [...open.values()]) {
        open.delete(file.projectId);
        file.interrupt();
        await file.close().catch(() => undefined);
      }
      await engine.restart();
    })().finally(() => {
      restarting = null;
    });
    return restarting;
  }

  async function renewAfter(file: ProjectFile, error: unknown): Promise<void> {
    if (!isInvalidated(error)) return;
    const { projectId } = file;
    const isGone = await door(projectId).hold(async () => {
      if (open.get(projectId) !== file) return true;
      log.error({ projectId, error }, "DuckDB is done with a project's event file; it is opened anew");
      try {
        await closeFile(file);
        return true;
      } catch (closeError) {
        log.error({ projectId, error: closeError }, "a project's event file would not close");
        return false;
      }
    });
    if (!isGone || !(await engine.isSound())) await restart();
  }

  async function putAside(
    projectId: number,
    reason: string,
    tell: (report: SetAside) => void = tellDamaged,
  ): Promise<SetAside | null> {
    const path = await setFilesAside(engine.folder, projectId, () => reach("store.set_aside"));
    if (path === null) return null;
    const report = { projectId, path, reason };
    tell(report);
    onSetAside(report);
    return report;
  }

  function closeSpare(): void {
    for (const file of open.values()) {
      if (open.size - leaving.size <= openFilesMax) return;
      if (file.users + file.pins > 0 || leaving.has(file)) continue;
      leaving.add(file);
      // Not waited for: two doors held at once could wait for each other. Whoever stands at its door already comes first.
      door(file.projectId)
        .hold(async () => {
          leaving.delete(file);
          if (file.users + file.pins === 0) await closeFile(file);
        })
        .catch((error) =>
          log.error({ error, projectId: file.projectId }, "a project's event file would not close"),
        );
    }
  }

  function enter<Value>(projectId: number, work: (file: ProjectFile) => Value): Promise<Value> {
    return door(projectId).hold(async () => {
      if (closed) throw new Error("the event store is closed");
      const file = open.get(projectId) ?? (await openFile(projectId));
      open.delete(projectId);
      open.set(projectId, file);
      const value = work(file);
      closeSpare();
      return value;
    });
  }

  const whileClosed: ProjectFiles["whileClosed"] = (projectId, work) =>
    door(projectId).hold(async () => {
      const file = open.get(projectId);
      if (file !== undefined) await closeFile(file);
      return await work();
    });

  /** As a list, since a promise would be waited for inside the door. */
  type Begun<Value> = readonly [file: ProjectFile, answer: Promise<Value>];
  async function finish<Value>([file, answer]: Begun<Value>): Promise<Value> {
    try {
      return await answer;
    } catch (error) {
      await renewAfter(file, error);
      throw error;
    }
  }

  return {
    use: async (projectId, work) =>
      await finish(await enter(projectId, (file) => [file, file.work(() => work(file))] as const)),
    async useOpen(projectId, work) {
      const begun = await door(projectId).hold(async () => {
        const file = open.get(projectId);
        return file && ([file, file.work(() => work(file))] as const);
      });
      if (begun !== undefined) await finish(begun);
    },
    pin: (projectId) =>
      enter(projectId, (file) => {
        file.pins += 1;
        return file;
      }),
    unpin(file) {
      file.pins -= 1;
    },
    renewAfter,
    whileClosed,
    closeIdle: (projectId) =>
      door(projectId).hold(async () => {
        const file = open.get(projectId);
        if (file === undefined || file.users + file.pins > 0) return;
        await closeFile(file);
      }),
    setAside(projectId, reason) {
      open.get(projectId)?.interrupt();
      return whileClosed(projectId, () => putAside(projectId, reason, tellAsked));
    },
    condemn(projectId, reason) {
      open.get(projectId)?.interrupt();
      return whileClosed(projectId, () => putAside(projectId, reason));
    },
    async close() {
      closed = true;
      for (const [projectId, file] of [...open]) {
        file.interrupt();
        await whileClosed(projectId, async () => undefined).catch((error) =>
          log.error({ error, projectId }, "a project's event file would not close"),
        );
      }
      // Files that were closing by themselves.
      for (const lock of doors.values()) await lock.hold(async () => undefined);
      await restarted();
      await engine.close();
    },
  };
}
