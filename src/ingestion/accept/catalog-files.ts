import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Catalog, type Declaration, decodeChange, FRAME_KINDS } from "../../events/index.ts";
import { BEFORE_FIRST, type Journal } from "../../journal/index.ts";
import { syncFolder, writeFileDurably } from "../../platform/data-folder/index.ts";
import type { Log } from "../../platform/log.ts";

/** Which properties have which columns, on disk: always at least what the journal says, so that no number is given twice. */
export type CatalogFiles = {
  read(projectId: number): Promise<Declaration[]>;
  write(projectId: number, declarations: readonly Declaration[]): Promise<void>;
  remove(projectId: number): Promise<void>;
  /** The projects that have columns: all that ever had an event. */
  list(): Promise<number[]>;
};

type FileText = { version: 1; declarations: Declaration[] };

/** A folder that is missing, or a file that cannot be read, is made anew from the journal, which holds every declaration. */
export async function openCatalogFiles(folder: string, journal: Journal, log: Log): Promise<CatalogFiles> {
  const pathOf = (projectId: number) => join(folder, `${projectId}.json`);
  const write: CatalogFiles["write"] = (projectId, declarations) => {
    const text: FileText = { version: 1, declarations: [...declarations] };
    return writeFileDurably(pathOf(projectId), JSON.stringify(text));
  };
  if (!(await exists(folder))) {
    const found = await readJournal(journal);
    await mkdir(folder, { recursive: true });
    for (const [projectId, catalog] of found) await write(projectId, catalog.since(0));
    await syncFolder(dirname(folder));
  }
  return {
    async read(projectId) {
      const text = await readIfThere(pathOf(projectId));
      if (text === undefined) return [];
      const declarations = parse(text);
      if (declarations) return declarations;
      log.warn({ projectId }, "the file of a project's columns is broken; reading them from the journal");
      const found = (await readJournal(journal, projectId)).get(projectId)?.since(0) ?? [];
      await write(projectId, found);
      return found;
    },
    write,
    remove: (projectId) => rm(pathOf(projectId), { force: true }),
    async list() {
      const names = (await readdir(folder)).map((name) => /^(\d+)\.json$/.exec(name)?.[1]);
      return names.flatMap((id) => (id === undefined ? [] : [Number(id)])).sort((a, b) => a - b);
    },
  };
}

async function readJournal(journal: Journal, project?: number): Promise<Map<number, Catalog>> {
  const found = new Map<number, Catalog>();
  const which = {
    after: BEFORE_FIRST,
    kinds: [FRAME_KINDS.declare],
    ...(project === undefined ? {} : { project }),
  };
  for await (const frame of journal.read(which)) {
    const change = decodeChange(frame.kind, frame.body, frame.position);
    if (!change.ok || change.value.kind !== "declare") continue;
    const catalog = found.get(frame.project) ?? new Catalog();
    catalog.apply(change.value.declarations);
    found.set(frame.project, catalog);
  }
  return found;
}

function parse(text: string): Declaration[] | undefined {
  try {
    const { version, declarations }: FileText = JSON.parse(text);
    const sound = version === 1 && new Catalog().apply(declarations) === null;
    return sound ? declarations : undefined;
  } catch {
    return undefined;
  }
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
