import { copyFile, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type Archive,
  type BackupPart,
  journalPart,
  openArchive,
  restoreBackup,
  type SavedStore,
  storePart,
  writeBackup,
} from "../../src/backup/index.ts";
import { eventFolders } from "../../src/cli/serve/open-event-parts.ts";
import { openDuckdbStore } from "../../src/events/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";
import { ok } from "../../src/platform/result.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer } from "../support/test-server.ts";
import {
  appendNonsense,
  harm,
  type Life,
  liveWithEvents,
  storeContent,
  untilStored,
} from "./events-support.ts";
import { emptyDatabase, inside, usePlace } from "./support.ts";

const place = usePlace();

const settingsOf = ({ folder, server }: Life): string[] => [
  "--data-dir",
  folder,
  "--database-url",
  server.databaseUrl,
];

const live = async (count: number): Promise<Life> =>
  liveWithEvents(await place.folder("before"), count, seededRandom(count));

const madeAnew = (project: number): string =>
  `project ${project}: its store file is damaged; the restored server will make it anew from the journal`;

test("sixty backups of events with one changed byte are refused by verify and by restore, and nothing is made", async () => {
  const life = await live(1_500);
  const [file, damaged] = [await place.path("whole.tar"), await place.path("damaged.tar")];
  expect(await inside(["backup", file, ...settingsOf(life)])).toMatchObject({ code: 0 });
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  const { size } = await stat(file);
  const target = await place.folder("target");
  await copyFile(file, damaged);
  const handle = await open(damaged, "r+");
  for (let round = 0; round < 60; round += 1) {
    const at = random.below(size);
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, at);
    await handle.write(Buffer.of((byte[0] ?? 0) ^ (1 + random.below(255))), 0, 1, at);
    const about = `seed ${seed}: byte ${at} of ${size}`;
    expect((await inside(["backup", "verify", damaged])).code, about).toBe(1);
    const restore = await inside(["restore", damaged, "--data-dir", target]);
    expect(restore.code, about).toBe(1);
    expect(restore.stderr, about).toMatch(/is damaged|is cut off|is not a backup|has the backup format/);
    await handle.write(byte, 0, 1, at);
  }
  await handle.close();
  expect(await readdir(join(target, ".."))).not.toContain("target");
  expect(await inside(["backup", "verify", damaged])).toMatchObject({ code: 0 });
});

for (const [what, where] of [
  ["inside", { from: 20_000, every: 50_000 }],
  ["at its head", { from: 0 }],
] as const) {
  test(`a store file that is damaged ${what} is left out of a backup, and the restored server makes it anew`, async () => {
    const life = await live(1_500);
    const projects = Object.keys(life.records).map(Number);
    const content = await storeContent(life.folder, projects);
    await harm(join(life.folder, "store", "1.duckdb"), where);
    const file = await place.path("backup.tar");
    const backup = await inside(["backup", file, ...settingsOf(life), "--json"]);
    expect(backup).toMatchObject({ code: 0, stderr: "" });
    const { warnings, entries } = JSON.parse(backup.stdout);
    expect(warnings).toEqual([madeAnew(1)]);
    expect(entries.map(({ name }: { name: string }) => name)).not.toContain("store/1.duckdb.zst");

    const [after, database] = [await place.folder("after"), await emptyDatabase()];
    const restore = await inside(["restore", file, "--data-dir", after, "--database-url", database]);
    expect(restore).toMatchObject({ code: 0, stderr: `${madeAnew(1)}\n` });
    expect(await readdir(join(after, "store"))).toEqual([`${projects[1]}.duckdb`]);
    const server = await startTestServer({ dataFolder: after, databaseUrl: database });
    await untilStored(server.url, 1, 1_500);
    await server.close();
    expect(rowsOf(await storeContent(after, projects))).toEqual(rowsOf(content));
  });
}

/** A store that was made anew stands at a later position, and has counted the same. */
const rowsOf = (content: Awaited<ReturnType<typeof storeContent>>) =>
  Object.entries(content).map(([project, { rows, settlement }]) => ({ project, rows, settlement }));

test("where the journal was shortened, the line about a damaged store file says so", async () => {
  const life = await live(300);
  await harm(join(life.folder, "store", "1.duckdb"), { from: 0 });
  await rm(join(life.folder, "journal", (await segmentsOf(life.folder))[0] ?? ""));
  const { stderr } = await inside(["backup", await place.path("backup.tar"), ...settingsOf(life)]);
  expect(stderr).toBe(`${madeAnew(1)}, but only as far back as that still reaches\n`);
});

async function segmentsOf(folder: string): Promise<string[]> {
  return (await readdir(join(folder, "journal"))).filter((name) => name.startsWith("live-")).sort();
}

test("a damaged journal is saved and restored with a warning that names file and position", async () => {
  const life = await live(1_500);
  const projects = Object.keys(life.records).map(Number);
  const [, second = ""] = await segmentsOf(life.folder);
  await harm(join(life.folder, "journal", second), { from: 60 });
  const file = await place.path("backup.tar");
  const backup = await inside(["backup", file, ...settingsOf(life)]);
  expect(backup.code).toBe(0);
  expect(backup.stderr).toMatch(
    new RegExp(`^The journal has a fault: ${second.slice(0, 30)}.* is damaged at byte \\d+.* position \\d+`),
  );
  const [after, database] = [await place.folder("after"), await emptyDatabase()];
  const restore = await inside(["restore", file, "--data-dir", after, "--database-url", database]);
  expect(restore.code).toBe(0);
  expect(restore.stderr).toContain(`The journal was saved with a fault: ${second}`);
  expect(await storeContent(after, projects)).toEqual(await storeContent(life.folder, projects));
});

test("a segment that is missing is named; a journal of which nothing can be read is refused", async () => {
  const life = await live(300);
  await appendNonsense(life.folder);
  const [, second = ""] = await segmentsOf(life.folder);
  await rm(join(life.folder, "journal", second));
  const missing = await inside(["backup", await place.path("missing.tar"), ...settingsOf(life)]);
  expect(missing).toMatchObject({
    code: 0,
    stderr:
      "The journal has a fault: segment 2 of the lane live is missing. All else in it is in the backup.\n",
  });
  const left = await segmentsOf(life.folder);
  for (const name of left) await harm(join(life.folder, "journal", name), { from: 0, every: 6 });
  const nothing = await inside(["backup", await place.path("nothing.tar"), ...settingsOf(life)]);
  expect(nothing.code).toBe(1);
  expect(nothing.stderr).toContain(`Nothing in the journal can be read: ${left[0]} is damaged at byte `);
  expect(await readdir(join(life.folder, ".."))).not.toContain("nothing.tar");
});

test("a journal that has lost its end is told by the store, which reaches further", async () => {
  const life = await live(300);
  const { positions } = (await storeContent(life.folder, [1]))[1] ?? {};
  const reached = positions?.live ?? 0;
  await rm(join(life.folder, "journal", (await segmentsOf(life.folder)).at(-1) ?? ""));
  const backup = await inside(["backup", await place.path("backup.tar"), ...settingsOf(life)]);
  expect(backup.code).toBe(0);
  expect(backup.stderr).toContain(
    `project 1: its store file reaches position ${reached}, but the journal ends at ${reached - 1}: the journal has lost its end`,
  );
});

/** The two parts on a folder, with a store or a journal that says of itself what the test wants. */
function eventParts(
  folder: string,
  told: string[],
  lies: { journal?: boolean; store?: Partial<SavedStore> } = {},
): BackupPart[] {
  const folders = eventFolders(folder);
  const tell = (sentence: string) => void told.push(sentence);
  return [
    journalPart({
      folder: folders.journal,
      tell,
      async open() {
        const opened = await openJournal({
          folder: folders.journal,
          log: silentLog,
          onFatal: () => undefined,
        });
        if (!opened.ok || !lies.journal) return opened;
        const verify = async () => ({ ...(await opened.value.verify()), damaged: [], missing: [] });
        return ok({ ...opened.value, verify });
      },
    }),
    storePart({
      folder: folders.store,
      journalFolder: folders.journal,
      journalPosition: () => undefined,
      tell,
      open: async () => ({
        ...(await openDuckdbStore({ folder: folders.store, log: silentLog })),
        ...lies.store,
      }),
    }),
  ];
}

async function save(parts: BackupPart[]): Promise<Archive> {
  const path = await place.path("parts.tar");
  const how = { path, force: true, parts, product: "1.2.3" };
  expect(await writeBackup({ ...how, clock: systemClock, randomness: systemRandomness })).toMatchObject({
    ok: true,
  });
  const archive = await openArchive(path);
  if (!archive.ok) throw new Error(archive.failure.code);
  return archive.value;
}

test("a journal that does not come back as it was saved is refused with file and position, and the folder is empty again", async () => {
  const { folder } = await live(300);
  const [first = ""] = await segmentsOf(folder);
  await harm(join(folder, "journal", first), { from: 60 });
  const archive = await save(eventParts(folder, [], { journal: true }));
  const after = await place.folder("after");
  await mkdir(after);
  const parts = eventParts(after, []);
  const restored = await restoreBackup({ archive, parts, randomness: systemRandomness }, after);
  await archive.close();
  expect(restored).toMatchObject({
    ok: false,
    failure: {
      code: "part_refused",
      refusal: {
        code: "journal_differs",
        sentence: expect.stringMatching(new RegExp(`${first} is damaged at byte \\d+.* position \\d+`)),
      },
    },
  });
  expect(await readdir(after)).toEqual(["restore-unfinished.json"]);
});

test("a store file that does not come back sound is left out of the restored folder, with the same line", async () => {
  const life = await live(300);
  const projects = Object.keys(life.records).map(Number);
  await harm(join(life.folder, "store", "1.duckdb"), { from: 20_000, every: 50_000 });
  const found = { verify: async () => null, checkpoint: async () => undefined, countAll: async () => 300 };
  const archive = await save(eventParts(life.folder, [], { store: found }));
  const [after, told] = [await place.folder("after"), [] as string[]];
  await mkdir(after);
  const parts = eventParts(after, told);
  const restored = await restoreBackup({ archive, parts, randomness: systemRandomness }, after);
  await archive.close();
  expect(restored).toEqual(ok(undefined));
  expect(told).toContain(madeAnew(1));
  expect(await readdir(join(after, "store"))).not.toContain("1.duckdb");
  expect(projects).toHaveLength(2);
});

test("a store file at other positions than were noted is left out as well", async () => {
  const { folder } = await live(300);
  const archive = await save(eventParts(folder, [], { store: { positions: async () => ({ live: 1 }) } }));
  const [after, told] = [await place.folder("after"), [] as string[]];
  await mkdir(after);
  const parts = eventParts(after, told);
  expect(await restoreBackup({ archive, parts, randomness: systemRandomness }, after)).toEqual(ok(undefined));
  await archive.close();
  expect(told[0]).toBe(madeAnew(1));
  expect(await readdir(join(after, "store"))).toEqual([]);
});

test("segments go into a backup as they are, not compressed a second time", async () => {
  const { folder } = await live(300);
  const archive = await save(eventParts(folder, []));
  for (const name of await segmentsOf(folder)) {
    const entry = archive.manifest.entries.find((one) => one.name === `journal/${name}`);
    expect(entry).toMatchObject({ asIs: true, bytes: (await stat(join(folder, "journal", name))).size });
    const chunks = await Array.fromAsync(archive.source("journal").read(name));
    expect(Buffer.concat(chunks)).toEqual(await readFile(join(folder, "journal", name)));
  }
  await archive.close();
});
