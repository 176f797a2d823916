import { Catalog, encodeChange, RowBytes, Shredder } from "../../events/index.ts";
import { type FrameInput, LANES, type Lane } from "../../journal/index.ts";
import type { KnownColumns } from "../direct/ready-rows.ts";
import { RecordScanner } from "../direct/scan-record.ts";
import type { Limits } from "../limits.ts";
import type { CatalogFiles } from "./catalog-files.ts";

/** The live catalog of a project: the one place that gives columns to new properties. */
export type ProjectCatalog = {
  shredder: Shredder;
  /** Reads plain records of this project within these limits. */
  scanner(limits: Limits): RecordScanner;
  /** For whoever writes rows of this project within these limits himself. Only where nobody is in the middle of a batch. */
  known(limits: Limits): KnownColumns;
  /** Whether it is from here, so that rows written by it are rows of this project. */
  gave(known: KnownColumns): boolean;
  /** The last column given, for `discard`. */
  last(): number;
  /** Takes back a batch that is not taken, with the columns it gave. Nobody may have waited since `last`. */
  discard(last: number): void;
  /** Resolves once every column that has been given is on disk; only then may a row that uses it be appended. Throws like a file. */
  saved(): Promise<void>;
  /** The frame that tells a lane what it has not been told yet. `told` is to be called when it is synced. */
  news(lane: Lane): { frame: FrameInput; told(): void } | undefined;
};

export type Catalogs = {
  of(projectId: number): ProjectCatalog | Promise<ProjectCatalog>;
  forget(projectId: number): Promise<void>;
};

export function createCatalogs(files: CatalogFiles): Catalogs {
  const open = new Map<number, ProjectCatalog>();
  const opening = new Map<number, Promise<ProjectCatalog>>();
  // One for all projects: a batch is checked and taken without a wait in between, and a quarter of a megabyte each would add up.
  const bytes = new RowBytes();

  async function load(projectId: number): Promise<ProjectCatalog> {
    try {
      const catalog = new Catalog(await files.read(projectId));
      const made = projectCatalog(projectId, catalog, new Shredder(catalog, bytes), files);
      open.set(projectId, made);
      return made;
    } finally {
      opening.delete(projectId);
    }
  }

  return {
    of(projectId) {
      const known = open.get(projectId) ?? opening.get(projectId);
      if (known) return known;
      const loading = load(projectId);
      opening.set(projectId, loading);
      return loading;
    },
    async forget(projectId) {
      open.delete(projectId);
      await files.remove(projectId);
    },
  };
}

function projectCatalog(
  projectId: number,
  catalog: Catalog,
  shredder: Shredder,
  files: CatalogFiles,
): ProjectCatalog {
  let savedUpTo = catalog.last;
  let saving: Promise<void> | undefined;
  let scanners = new WeakMap<Limits, RecordScanner>();
  const given = new WeakSet<KnownColumns>();
  const latest = new WeakMap<Limits, KnownColumns>();
  /**
   * What each lane was told since this process began. It begins with nothing, so the first batch after a start tells a lane
   * everything again: that costs a few kilobytes and no question about what a crash left behind.
   */
  const toldUpTo = Object.fromEntries(LANES.map((lane) => [lane, 0])) as Record<Lane, number>;

  async function save(): Promise<void> {
    try {
      while (savedUpTo < catalog.last) {
        const last = catalog.last;
        await files.write(projectId, catalog.since(0));
        savedUpTo = last;
      }
    } finally {
      saving = undefined;
    }
  }

  return {
    shredder,
    scanner(limits) {
      const known = scanners.get(limits);
      if (known) return known;
      const made = new RecordScanner(catalog, limits);
      scanners.set(limits, made);
      return made;
    },
    known(limits) {
      const before = latest.get(limits);
      if (before?.columns.length === catalog.last) return before;
      const made: KnownColumns = { columns: catalog.since(0), limits };
      latest.set(limits, made);
      given.add(made);
      return made;
    },
    gave: (known) => given.has(known),
    last: () => catalog.last,
    discard(last) {
      // They know columns by name, and some of those may be gone.
      if (catalog.last > last) scanners = new WeakMap();
      shredder.discard(last);
    },
    async saved() {
      const upTo = catalog.last;
      while (savedUpTo < upTo) {
        saving ??= save();
        await saving;
      }
    },
    news(lane) {
      // What is not on disk yet is not told: after a crash its number would be given to another property.
      const last = savedUpTo;
      if (toldUpTo[lane] >= last) return undefined;
      const declarations = catalog.since(toldUpTo[lane]).filter(({ number }) => number <= last);
      const frame = { ...encodeChange({ kind: "declare", declarations }), project: projectId };
      // Until it is synced, others that come meanwhile tell the same: told twice does no harm, not told loses rows.
      const told = () => {
        toldUpTo[lane] = Math.max(toldUpTo[lane], last);
      };
      return { frame, told };
    },
  };
}
