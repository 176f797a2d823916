import { expect, test } from "vitest";
import type { Decide } from "../../src/journal/index.ts";
import type { FaultPlan, FaultyDisk } from "../../src/journal/testing/faulty-disk.ts";
import { fileOn, newDisk, openOn, put, readAll, rot, texts } from "./support.ts";

/** Forgets one person and shortens another. */
const decide: Decide = ({ body }) => {
  if (body.includes("forget me")) return "drop";
  return body.includes("half") ? { body: Buffer.from("other half") } : "keep";
};

async function written(disk: FaultyDisk, compress: boolean) {
  const opened = await openOn(disk, { settings: { compress, blockBytes: 100 } });
  await put(opened.journal, "live", "a", "forget me", "b");
  await put(opened.journal, "live", "half of this", "c");
  await opened.journal.rotate("live");
  await opened.journal.upkeepIdle();
  await put(opened.journal, "live", "d");
  return opened;
}

for (const form of ["raw", "compressed"] as const) {
  test(`a rewrite of a ${form} segment drops and replaces bodies and keeps every position`, async () => {
    const disk = newDisk();
    const { journal, damaged } = await written(disk, form === "compressed");
    expect(journal.segments()[0]).toMatchObject({ form });
    const recast = await journal.rewrite({ lane: "live", segment: 1 }, decide);
    expect(recast).toEqual({ ok: true, value: { kept: 3, dropped: 1, replaced: 1 } });
    const expected = [
      [1, "a"],
      [3, "b"],
      [4, "other half"],
      [5, "c"],
      [6, "d"],
    ];
    const found = async (from: typeof journal) =>
      (await readAll(from)).map(({ position, body }) => [position, body.toString()]);
    expect(await found(journal)).toEqual(expected);
    expect((await journal.verify()).damaged).toEqual([]);
    await journal.close();
    const again = await openOn(disk);
    expect(await found(again.journal)).toEqual(expected);
    expect([...damaged, ...again.damaged]).toEqual([]);
  });
}

test("a rewrite can be repeated: what is gone stays gone", async () => {
  const { journal } = await written(newDisk(), true);
  await journal.rewrite({ lane: "live", segment: 1 }, decide);
  expect(await journal.rewrite({ lane: "live", segment: 1 }, decide)).toMatchObject({
    value: { kept: 3, dropped: 0, replaced: 1 },
  });
});

test("dropped bytes are nowhere on the disk afterwards", async () => {
  const disk = newDisk();
  const { journal } = await written(disk, false);
  await journal.rewrite({ lane: "live", segment: 1 }, decide);
  for (const path of disk.paths()) {
    const bytes = Buffer.alloc(disk.node(path).size());
    disk.node(path).read(bytes, 0);
    expect(bytes.includes("forget me")).toBe(false);
  }
});

test("an open or unknown segment is refused", async () => {
  const { journal } = await written(newDisk(), false);
  expect(await journal.rewrite({ lane: "live", segment: 2 }, decide)).toEqual({
    ok: false,
    failure: { code: "segment_open" },
  });
  expect(await journal.rewrite({ lane: "bulk", segment: 1 }, decide)).toEqual({
    ok: false,
    failure: { code: "segment_unknown" },
  });
});

test("damage is kept unless told otherwise, and its loss stays visible", async () => {
  const disk = newDisk();
  const { kill } = await written(disk, false);
  kill();
  rot(disk, fileOn(disk, "live-0000000001"), "forget me");
  const { journal } = await openOn(disk);
  const refused = await journal.rewrite({ lane: "live", segment: 1 }, decide);
  expect(refused).toMatchObject({ failure: { code: "segment_damaged", damaged: [{ position: 2 }] } });
  const done = await journal.rewrite({ lane: "live", segment: 1 }, decide, { discardDamaged: true });
  expect(done).toMatchObject({ value: { kept: 3, dropped: 0, replaced: 1 } });
  expect(await texts(journal)).toEqual(["a", "b", "other half", "c", "d"]);
  expect((await journal.verify()).damaged).toMatchObject([
    { segment: 1, after: 1, before: 3, frames: 1, bytes: 0 },
  ]);
});

const OLD = ["a", "forget me", "b", "half of this", "c", "d"];
const NEW = ["a", "b", "other half", "c", "d"];

for (const ending of ["kill", "power loss"] as const) {
  test(`a ${ending} at any step of a rewrite leaves the old frames or the new ones, never a mixture`, async () => {
    const outcomes = new Set<string>();
    for (let nth = 1; nth < 80; nth += 1) {
      const disk = newDisk(nth);
      let rewriting = false;
      let steps = 0;
      const plan: FaultPlan = () => {
        if (rewriting) steps += 1;
        return steps === nth ? { kind: "kill" } : undefined;
      };
      const { journal, kill } = await openOn(disk, { plan, settings: { blockBytes: 100 } });
      await put(journal, "live", "a", "forget me", "b");
      await put(journal, "live", "half of this", "c");
      await journal.rotate("live");
      await put(journal, "live", "d");
      rewriting = true;
      const finished = await Promise.race([
        journal.rewrite({ lane: "live", segment: 1 }, decide).then(() => true),
        untilStep(() => steps >= nth).then(() => false),
      ]);
      kill();
      if (ending === "power loss") disk.losePower();
      const again = await openOn(disk);
      const found = await texts(again.journal);
      expect([OLD, NEW], `step ${nth}`).toContainEqual(found);
      if (finished) expect(found).toEqual(NEW);
      expect((await again.journal.verify()).damaged).toEqual([]);
      outcomes.add(found.join());
    }
    expect(outcomes).toEqual(new Set([OLD.join(), NEW.join()]));
  });
}

async function untilStep(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise(setImmediate);
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}
