import { copyFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/backup/index.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer } from "../support/test-server.ts";
import { AUDIT_ROWS, ask, inside } from "./support.ts";

let place: string;
let file: string;
let damaged: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tributary-damage-"));
  file = join(place, "whole.tar");
  damaged = join(place, "damaged.tar");
  const server = await startTestServer({ dataFolder: join(place, "data") });
  await server.close();
  await ask(server.databaseUrl, AUDIT_ROWS, [300]);
  const settings = ["--data-dir", join(place, "data"), "--database-url", server.databaseUrl];
  expect((await inside(["backup", file, ...settings])).code).toBe(0);
});
afterAll(() => rm(place, { recursive: true, force: true }));

async function restore(): Promise<{ code: number | null; message: string }> {
  const { code, stderr } = await inside(["restore", damaged, "--data-dir", join(place, "target")]);
  return { code, message: stderr };
}

const targetIsThere = () =>
  stat(join(place, "target")).then(
    () => true,
    () => false,
  );

async function flip(offset: number, mask: number): Promise<void> {
  await copyFile(file, damaged);
  const handle = await open(damaged, "r+");
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, offset);
  await handle.write(Buffer.of((byte[0] ?? 0) ^ mask), 0, 1, offset);
  await handle.close();
}

const KNOWN_MESSAGE =
  /is damaged: .*(entry \S+)|is cut off: .*(entry \S+)|is not a backup of Tributary|has the backup format \d+/;

test("forty files with a changed byte or a missing end are refused, and nothing is made", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  const { size } = await stat(file);
  for (let round = 0; round < 40; round += 1) {
    const offset = random.below(size);
    const kind = round % 4 === 0 ? "cut" : "flip";
    if (kind === "flip") await flip(offset, 1 + random.below(255));
    else {
      await copyFile(file, damaged);
      await truncate(damaged, offset);
    }
    const { code, message } = await restore();
    expect(code, `seed ${seed}: ${kind} at ${offset}`).toBe(1);
    expect(message, `seed ${seed}: ${kind} at ${offset}`).toMatch(KNOWN_MESSAGE);
    expect(await targetIsThere()).toBe(false);
  }
});

test("one changed bit is found wherever it is", async () => {
  const { size } = await stat(file);
  const random = seededRandom(7);
  // Every part of the container gets its share: the first header and the end are walked through byte by byte.
  const offsets = [
    ...Array.from({ length: 530 }, (_, offset) => offset),
    ...Array.from({ length: 530 }, (_, index) => size - 1 - index),
    ...Array.from({ length: 300 }, () => random.below(size)),
  ];
  await copyFile(file, damaged);
  const handle = await open(damaged, "r+");
  const whole = await readFile(file);
  for (const offset of offsets) {
    const byte = whole[offset] ?? 0;
    await handle.write(Buffer.of(byte ^ (1 << random.below(8))), 0, 1, offset);
    const archive = await openArchive(damaged);
    expect(archive.ok, `at ${offset}`).toBe(false);
    await handle.write(Buffer.of(byte), 0, 1, offset);
  }
  await handle.close();
  const archive = await openArchive(damaged);
  expect(archive.ok).toBe(true);
  if (archive.ok) await archive.value.close();
});

describe("messages name what is wrong", () => {
  const startOf = async (name: string): Promise<number> => (await readFile(file)).indexOf(`${name}\0`);

  test("the entry whose content was changed", async () => {
    await flip((await startOf("control/tables/project.copy.zst")) + 512 + 20, 1);
    expect((await restore()).message).toContain(
      "is damaged: the entry control/tables/project.copy.zst is not what was written",
    );
  });

  test("the manifest", async () => {
    await flip((await startOf("manifest.json")) + 512 + 40, 1);
    expect((await restore()).message).toContain("is damaged: the entry manifest.json is not what");
  });

  test("the entry after which a header cannot be read", async () => {
    await flip(await startOf("control/sequences.json"), 1);
    expect((await restore()).message).toContain(
      "what follows the entry control/tables/workspace.copy.zst cannot be read",
    );
  });

  test("the entry in which the file ends, also when only the last byte is missing", async () => {
    await copyFile(file, damaged);
    await truncate(damaged, (await startOf("control/tables/audit_entry.copy.zst")) + 512 + 100);
    expect((await restore()).message).toContain(
      "is cut off: it ends in or right after the entry control/tables/audit_entry.copy.zst",
    );
    await copyFile(file, damaged);
    await truncate(damaged, (await stat(file)).size - 1);
    expect((await restore()).message).toContain("after the entry manifest.json.sha256");
  });

  test("bytes after the end", async () => {
    await writeFile(damaged, Buffer.concat([await readFile(file), Buffer.alloc(512)]));
    expect((await restore()).message).toContain("what follows the entry manifest.json.sha256");
  });

  test("a file of another kind, an empty one, and none at all", async () => {
    await writeFile(damaged, "x".repeat(5_000));
    expect(await restore()).toMatchObject({
      code: 1,
      message: expect.stringContaining("is not a backup of"),
    });
    await writeFile(damaged, "");
    expect(await restore()).toMatchObject({
      code: 1,
      message: expect.stringContaining("is not a backup of"),
    });
    await rm(damaged);
    expect(await restore()).toMatchObject({ code: 1, message: expect.stringContaining("no such file") });
  });

  test("a later format", async () => {
    const bytes = await readFile(file);
    bytes.write("format 2\n", 512);
    await writeFile(damaged, bytes);
    expect((await restore()).message).toContain("has the backup format 2; this version reads format 1");
  });
});
