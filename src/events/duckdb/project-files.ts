import type { Log } from "../../platform/log.ts";
import type { SetAside } from "../store.ts";
import type { ReachStore } from "./crash-points.ts";
import { isDamagedAtOpen, messageOf, setFilesAside } from "./damage.ts";
import type { Engine } from "./engine.ts";
import { createLock, type Lock } from "./gate.ts";
import { openProjectFile, type ProjectFile } from "./project-file.ts";

/** The project files that are open. They open when somebody needs them, and the least recently used close again. */
export type ProjectFiles = {
  use<Value>(projectId: number, work: (file: ProjectFile) => Promise<Value>): Promise<Value>;
  /** For those who come back to a file again and again: it stays open between. */
  pin(projectId: number): Promise<ProjectFile>;
  unpin(file: ProjectFile): void;
  /** Closes a file when its users are done, keeps newcomers waiting, and does the work while it is closed. */
  whileClosed<Value>(projectId: number, work: () => Promise<Value>): Promise<Value>;
  /** Closes a file that nobody needs now. It opens again from the disk, not from memory. */
  closeIdle(projectId: number): Promise<void>;
  setAside(projectId: number, reason: string): Promise<SetAside | null>;
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
  let closed = false;

  function door(projectId: number): Lock {
    const known = doors.get(projectId) ?? createLock();
    doors.set(projectId, known);
    return known;
  }

  async function openFile(projectId: number): Promise<ProjectFile> {
    try {
      return await openProjectFile(engine, projectId);
    } catch (error) {
      if (!isDamagedAtOpen(error)) throw error;
      await putAside(projectId, messageOf(error));
      return await openProjectFile(engine, projectId);
    }
  }

  async function putAside(projectId: number, reason: string): Promise<SetAside | null> {
    const path = await setFilesAside(engine.folder, projectId, () => reach("store.set_aside"));
    if (path === null) return null;
    const report = { projectId, path, reason };
    log.error(report, "a project's event file is damaged; it was set aside and begins anew");
    onSetAside(report);
    return report;
  }

  function closeSpare(): void {
    for (const file of open.values()) {
      if (open.size <= openFilesMax) return;
      if (file.users + file.pins > 0) continue;
      open.delete(file.projectId);
      // Not waited for: two doors held at once could wait for each other. Whoever needs it again waits at its door.
      door(file.projectId)
        .hold(() => file.close())
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
      if (file !== undefined) {
        open.delete(projectId);
        await file.close();
      }
      return await work();
    });

  return {
    async use(projectId, work) {
      // As a list, since a promise would be waited for inside the door.
      const [answer] = await enter(projectId, (file) => [file.work(() => work(file))]);
      return (await answer) as Awaited<ReturnType<typeof work>>;
    },
    pin: (projectId) =>
      enter(projectId, (file) => {
        file.pins += 1;
        return file;
      }),
    unpin(file) {
      file.pins -= 1;
    },
    whileClosed,
    closeIdle: (projectId) =>
      door(projectId).hold(async () => {
        const file = open.get(projectId);
        if (file === undefined || file.users + file.pins > 0) return;
        open.delete(projectId);
        await file.close();
      }),
    setAside(projectId, reason) {
      open.get(projectId)?.interrupt();
      return whileClosed(projectId, () => putAside(projectId, reason));
    },
    async close() {
      closed = true;
      for (const [projectId, file] of [...open]) {
        file.interrupt();
        await whileClosed(projectId, async () => undefined);
      }
      // Files that were closing by themselves.
      for (const lock of doors.values()) await lock.hold(async () => undefined);
      await engine.close();
    },
  };
}
