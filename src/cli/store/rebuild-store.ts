import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import { countOf, secondsSince } from "../backup/print.ts";
import { complain, type Work } from "../backup/run-command.ts";
import { type EventParts, eventFolders, openEventParts } from "../serve/open-event-parts.ts";
import { openFolderOrFail } from "../serve/open-folder.ts";

export type RebuildCall = {
  folder: string;
  /** Undefined: all of them. */
  projectId: number | undefined;
  config: Config;
  json: boolean;
};

const TELL_EVERY_MS = 1000;

export async function rebuildStore(call: RebuildCall, { log, closers, signal }: Work): Promise<number> {
  const startedAt = performance.now();
  if (!(await isThere(eventFolders(call.folder).journal))) {
    return complain(
      `There is no journal of Tributary in ${call.folder}. Name the data folder with --data-dir.`,
      1,
      call.json,
    );
  }
  const folder = await openFolderOrFail(call.folder);
  closers.add("data folder", folder.close);
  const failed = Promise.withResolvers<string>();
  const parts = await openEventParts({
    config: call.config,
    folder: folder.path,
    clock: systemClock,
    log,
    closers,
    onFatal: failed.resolve,
  });
  const known = await parts.files.list();
  const projects = call.projectId === undefined ? known : known.filter((id) => id === call.projectId);
  if (call.projectId !== undefined && projects.length === 0) {
    return complain(`The journal holds nothing of project ${call.projectId}.`, 1, call.json);
  }
  const old: string[] = [];
  for (const projectId of projects) {
    const aside = await parts.loader.rebuild(projectId, "asked for by the operator");
    if (aside) old.push(aside.path);
  }
  const done = await waitAndTell(parts, signal, call.json);
  if (!done) throw new Error("stopped");
  for (const path of old) for (const end of ["", ".wal"]) await rm(path + end, { force: true });
  return report(call, parts, projects, secondsSince(startedAt));
}

async function waitAndTell(
  { loader, journal }: EventParts,
  signal: AbortSignal,
  json: boolean,
): Promise<boolean> {
  const { lastPosition } = journal.stats();
  const loaded = loader.loadedUpTo(lastPosition, signal);
  const telling = new AbortController();
  const tell = async () => {
    while (!telling.signal.aborted) {
      await sleep(TELL_EVERY_MS, undefined, { signal: telling.signal }).catch(() => undefined);
      const { behind } = loader.status();
      if (!json && !telling.signal.aborted) {
        process.stdout.write(`  ${countOf(behind.length, "project")} left\n`);
      }
    }
  };
  const told = tell();
  try {
    return await loaded;
  } finally {
    telling.abort();
    await told;
  }
}

async function report(
  { json }: RebuildCall,
  { store, loader }: EventParts,
  projects: readonly number[],
  seconds: number,
): Promise<number> {
  const events: Record<number, number> = {};
  for (const projectId of projects) events[projectId] = await store.countAll(projectId);
  const setAside = loader.setAside().filter(({ projectId }) => projects.includes(projectId));
  if (json) {
    const status = setAside.length === 0 ? "ok" : "incomplete";
    process.stdout.write(`${JSON.stringify({ status, events, set_aside: setAside, seconds }, null, 2)}\n`);
  } else {
    for (const [projectId, count] of Object.entries(events)) {
      process.stdout.write(`  project ${projectId}: ${countOf(count, "event")}\n`);
    }
    const total = Object.values(events).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `Rebuilt ${countOf(projects.length, "project")}, ${countOf(total, "event")}, ${seconds} s.\n`,
    );
    for (const { position, reason } of setAside) {
      process.stdout.write(`  frame ${position} of the journal could not be loaded: ${reason}\n`);
    }
  }
  return setAside.length === 0 ? 0 : 1;
}

const isThere = (path: string): Promise<boolean> =>
  stat(join(path)).then(
    () => true,
    () => false,
  );
