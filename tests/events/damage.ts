import { copyFile, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { seededRandom } from "../support/random.ts";
import { expectSame } from "./history.ts";
import { Model } from "./model.ts";
import { type History, randomHistory } from "./random-history.ts";
import { event, newFolder, openStore } from "./support.ts";

type Random = ReturnType<typeof seededRandom>;
const PROJECT_FILE = /^\d+\.duckdb(\.wal)?$/;

/** Overwrites some bytes, or cuts the end off, somewhere in the project's file or its log. */
async function harm(folder: string, random: Random): Promise<string> {
  const names = (await readdir(folder)).filter((name) => PROJECT_FILE.test(name)).sort();
  const name = names[random.below(names.length)] ?? "";
  const { size } = await stat(join(folder, name));
  const file = await open(join(folder, name), "r+");
  try {
    const at = random.below(Math.max(1, size));
    if (random.below(4) === 0) {
      await file.truncate(at);
      return `${name} cut at ${at} of ${size}`;
    }
    const bytes = Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256)));
    await file.write(bytes, 0, bytes.length, at);
    return `${name} overwritten at ${at} of ${size}, ${bytes.length} bytes`;
  } finally {
    await file.close();
  }
}

/** A history with something to damage besides the first blocks. */
function largerHistory(seed: number, random: Random): History {
  const history = randomHistory(seed);
  const events = Array.from({ length: 3_000 }, (_, index) =>
    event("Filler", { timeMs: index, distinctId: "cy", properties: { text: `${random.next()}`, index } }),
  );
  history.changes.live.push({ ...history.script.rows(events), events });
  history.last = history.script.position;
  return history;
}

/** The files as a crash leaves them: the log is beside them, since nobody has closed them in peace. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (PROJECT_FILE.test(name)) await copyFile(join(from, name), join(to, name));
  }
}

/**
 * A file is damaged while nobody looks. Whatever the store makes of it: what it says is right for the positions it says, or
 * the file is set aside; and with all changes applied the content is the model's. Answers whether it was set aside.
 */
export async function runDamage(seed: number): Promise<boolean> {
  const random = seededRandom(seed);
  const history = largerHistory(seed, random);
  const { script, changes, last } = history;
  const [healthy, folder] = [await newFolder(), await newFolder()];
  const { store } = await openStore(healthy);
  await store.apply(seed, "live", script.changes.live, random.below(2) === 0 ? last : random.below(last) + 1);
  if (random.below(3) > 0) await store.checkpoint(seed);
  await store.apply(seed, "bulk", script.changes.bulk, last);
  if (random.below(3) === 0) await store.checkpoint(seed);
  await copyFiles(healthy, folder);
  await store.close();
  const what = await harm(folder, random);

  const harmed = await openStore(folder);
  try {
    let model = new Model();
    const { live = 0, bulk = 0 } = await harmed.store.positions(seed);
    const told = await harmed.store.verify(seed);
    if (told !== null) await harmed.store.setAside(seed, told.reason);
    const isAside = harmed.asides.length > 0;
    if (!isAside) {
      model.apply("live", changes.live, live);
      model.apply("bulk", changes.bulk, bulk);
      await expectSame(harmed.store, seed, model, history);
    } else model = new Model();
    for (const lane of ["live", "bulk"] as const) {
      expect(await harmed.store.apply(seed, lane, script.changes[lane], last)).toMatchObject({ ok: true });
      model.apply(lane, changes[lane], last);
    }
    await expectSame(harmed.store, seed, model, history);
    const kept = (await readdir(folder)).some((name) => name.includes(".damaged-1"));
    expect(kept).toBe(isAside);
    return isAside;
  } catch (error) {
    throw new Error(`damage ${seed}: ${what}`, { cause: error });
  } finally {
    await harmed.store.close();
  }
}
