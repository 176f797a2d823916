import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openDuckdbStore } from "../../events/index.ts";
import type { Config } from "../../platform/config/index.ts";
import type { Log } from "../../platform/log.ts";
import type { eventFolders } from "../serve/open-event-parts.ts";

const MiB = 1024 * 1024;

/** How many events each project has before anything is touched. A file that will not open has none to compare with. */
export async function countOld(
  folder: string,
  { STORE_MEMORY_MB }: Pick<Config, "STORE_MEMORY_MB">,
  log: Log,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  if (!(await isThere(folder))) return counts;
  const store = await openDuckdbStore({ folder, log, settings: { memoryBytesMax: STORE_MEMORY_MB * MiB } });
  try {
    for (const name of await readdir(folder)) {
      const id = /^(\d+)\.duckdb$/.exec(name)?.[1];
      if (id !== undefined) counts.set(Number(id), await store.countAll(Number(id)));
    }
  } finally {
    await store.close();
  }
  return counts;
}

/**
 * The loader forgets where it was, so that it begins with the first frame, and the store's folder gets another name. In this order a
 * kill between the two is harmless: the loader then passes over what the store holds.
 */
export async function moveOldAside(folders: ReturnType<typeof eventFolders>): Promise<string | undefined> {
  await rm(join(folders.loader, "progress.json"), { force: true });
  await rm(join(folders.loader, "set-aside.json"), { force: true });
  let aside: string | undefined;
  if (await isThere(folders.store)) {
    let number = 1;
    while (await isThere(`${folders.store}.before-rebuild-${number}`)) number += 1;
    aside = `${folders.store}.before-rebuild-${number}`;
    await rename(folders.store, aside);
  }
  return aside;
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
