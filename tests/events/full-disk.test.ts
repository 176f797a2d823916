import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { startEngine } from "../../src/events/duckdb/engine.ts";
import { createProjectFiles } from "../../src/events/duckdb/project-files.ts";
import { readNumber } from "../../src/events/duckdb/read-rows.ts";
import { DEFAULT_SETTINGS } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { event, newFolder, openStore, PROJECT, readAll, Script } from "./support.ts";

// A limit on the size of files stands for the full disk. The signal that comes with it would end the process.
process.on("SIGXFSZ", () => {});
const limitFiles = (bytes: string) =>
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:unlimited`]);

async function whileFull(work: () => Promise<void>): Promise<void> {
  limitFiles("300000");
  try {
    await work();
  } finally {
    limitFiles("unlimited");
  }
}

test("after a checkpoint on a full disk the project goes on once there is room", async () => {
  const { store, asides } = await openStore(await newFolder());
  const script = new Script();
  script.rows(
    Array.from({ length: 500 }, (_, index) => event("A", { insertId: `${index}`, properties: { index } })),
  );
  await script.apply(store);
  await script.apply(store, "live", 8);
  await whileFull(async () => {
    for (let round = 0; round < 2; round += 1) {
      await expect(store.checkpoint(PROJECT)).rejects.toThrow("Could not write file");
      expect(await store.countAll(PROJECT)).toBe(500);
    }
    await expect(store.compact(PROJECT, { force: true })).rejects.toThrow("Could not write file");
    expect(await readAll(store)).toHaveLength(500);
    expect(await store.countAll(8)).toBe(500);
  });
  script.rows([event("B")]);
  await script.apply(store);
  await store.checkpoint(PROJECT);
  expect(await store.countAll(PROJECT)).toBe(501);
  expect(asides).toEqual([]);
});

test("an apply that a full disk stopped can be repeated", async () => {
  const { store } = await openStore(await newFolder());
  const script = new Script();
  script.rows([event("A")]);
  await script.apply(store);
  script.rows(
    Array.from({ length: 5_000 }, (_, index) =>
      event("B", { insertId: `${index}`, properties: { text: `${Math.random()}${Math.random()}` } }),
    ),
  );
  await whileFull(async () => {
    await expect(script.apply(store)).rejects.toThrow(/could not write|scratch file/i);
    expect(await store.countAll(PROJECT)).toBe(1);
  });
  await script.apply(store);
  expect(await store.countAll(PROJECT)).toBe(5_001);
});

test("when DuckDB as a whole gives up it is started anew, and every file opens again", async () => {
  const engine = await startEngine(await newFolder(), DEFAULT_SETTINGS);
  let isSound = true;
  const files = createProjectFiles({
    engine: {
      ...engine,
      isSound: async () => isSound,
      async restart() {
        await engine.restart();
        isSound = true;
      },
    },
    log: silentLog,
    openFilesMax: 4,
    reach: () => {},
    onSetAside: () => expect.fail("no file is damaged"),
  });
  const count = (projectId: number) =>
    files.use(projectId, (file) =>
      file.read((reader) => readNumber(reader, "select count(*) from erasures")),
    );
  await Promise.all(
    [1, 2, 3].map((projectId) =>
      files.use(projectId, (file) => file.writer.run("insert into erasures values (1, 'a')")),
    ),
  );
  const pinned = await files.pin(3);
  const fatal = files.use(1, async () => {
    isSound = false;
    throw new Error("FATAL Error: the database must be restarted");
  });
  await expect(fatal).rejects.toThrow("FATAL");
  expect(isSound).toBe(true);
  await expect(pinned.work(async () => undefined)).rejects.toThrow("closed meanwhile");
  files.unpin(pinned);
  expect(await Promise.all([1, 2, 3, 4].map(count))).toEqual([1, 1, 1, 0]);
  await files.close();
});
