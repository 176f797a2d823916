import { expect, test } from "vitest";
import { type Frame, type Journal, LANES, type Lane } from "../../src/journal/index.ts";
import type { Fault } from "../../src/journal/testing/faulty-disk.ts";
import { turns } from "./history.ts";
import { frames, newDisk, openOn, readAll } from "./support.ts";

const SETTINGS = { segmentBytesMax: 700, blockBytes: 300, compress: true, diskFullPauseMs: 0 };

type Outcome = { text: string; lane: Lane; acknowledged: boolean };

/** Appends to both lanes over several rotations and compressions, a rewrite, and a restart in between. */
async function scenario(journal: Journal, part: string, outcomes: Outcome[]): Promise<void> {
  for (let index = 0; index < 8; index += 1) {
    const waiting = LANES.map(async (lane) => {
      const text = `${part}-${lane}-${index} `.padEnd(150, "x");
      const outcome = { text, lane, acknowledged: false };
      outcomes.push(outcome);
      outcome.acknowledged = (await journal.append(lane, frames(text))).ok;
    });
    await Promise.all(waiting);
    await turns(1);
  }
  await journal.upkeepIdle();
  const closed = journal.segments().find((segment) => segment.closed);
  if (closed) await journal.rewrite(closed, () => "keep");
  await journal.close();
}

/** Runs the scenario on a disk that fails once, at step N; what was not answered by then never is. */
async function runOnce(seed: number, nth: number, fault: Fault, losePower: boolean) {
  const disk = newDisk(seed);
  const outcomes: Outcome[] = [];
  await scenario((await openOn(disk, { settings: SETTINGS })).journal, "before", outcomes);
  const run = disk.startRun((step) => (step === nth ? fault : undefined));
  const work = async (): Promise<void> => {
    const { journal } = await openOn(disk, { files: run.files, settings: SETTINGS });
    await scenario(journal, "after", outcomes);
  };
  // The open, a rewrite or the close may end with the injected error: the server would exit.
  await Promise.race([work().catch(() => {}), run.dead]);
  run.kill();
  if (losePower) disk.losePower();
  const last = await openOn(disk, { settings: SETTINGS });
  const found = await readAll(last.journal);
  const report = await last.journal.verify();
  await last.journal.close();
  return { outcomes, found, report, steps: run.steps(), damaged: last.damaged };
}

function check(
  label: string,
  { outcomes, found, report, damaged }: Awaited<ReturnType<typeof runOnce>>,
): void {
  const seen = found.map((frame: Frame) => frame.body.toString());
  expect(new Set(seen).size, label).toBe(seen.length);
  const missing = outcomes.filter(({ text, acknowledged }) => acknowledged && !seen.includes(text));
  expect(missing, label).toEqual([]);
  const sent = new Set(["before", "after"].flatMap((part) => LANES.map((lane) => `${part}-${lane}`)));
  expect(
    seen.every((text) => sent.has(text.split("-").slice(0, 2).join("-"))),
    label,
  ).toBe(true);
  expect([...report.damaged, ...report.missing, ...damaged], label).toEqual([]);
  const positions = found.map((frame) => frame.position);
  expect(positions, label).toEqual([...positions].sort((left, right) => left - right));
}

const FAULTS: [string, Fault, boolean][] = [
  ["an I/O error", { kind: "error", code: "EIO" }, false],
  ["an I/O error and a power loss", { kind: "error", code: "EIO" }, true],
  ["a full disk", { kind: "error", code: "ENOSPC" }, false],
  ["a short write", { kind: "short" }, false],
  ["a kill", { kind: "kill" }, false],
  ["a power loss", { kind: "kill" }, true],
];

for (const [name, fault, losePower] of FAULTS) {
  test(`${name} at every step of a run loses nothing acknowledged and invents nothing`, async () => {
    const whole = await runOnce(1, Number.POSITIVE_INFINITY, fault, false);
    expect(whole.steps).toBeGreaterThan(200);
    for (let nth = 1; nth <= whole.steps; nth += 1)
      check(`step ${nth}`, await runOnce(1, nth, fault, losePower));
  });
}
