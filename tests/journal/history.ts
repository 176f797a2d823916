import {
  type Appended,
  BEFORE_FIRST,
  type Frame,
  type Journal,
  LANES,
  type Lane,
  openJournal,
} from "../../src/journal/index.ts";
import {
  createFaultyDisk,
  type FaultPlan,
  type FaultyDisk,
  type Run,
} from "../../src/journal/testing/faulty-disk.ts";
import { type Random, seededRandom } from "../../src/journal/testing/random.ts";
import { syncCodec } from "../../src/journal/testing/sync-codec.ts";
import { silentLog } from "../../src/platform/log.ts";

export const FOLDER = "/data/journal";

/** Small bounds, so that a short history meets rotation, compression and a full queue. */
export const SMALL_SETTINGS = {
  segmentBytesMax: 6_000,
  queueBytesMax: { live: 20_000, bulk: 20_000 },
  groupBytesMax: { live: 5_000, bulk: 3_000 },
  blockBytes: 1_500,
  readWindowBytes: 1_000,
  diskFullPauseMs: 0,
  compressionLevel: 1,
  quietMs: 0,
};

export type Sent = {
  id: number;
  lane: Lane;
  bodies: Buffer[];
  appended: Appended | null;
  isSettled: boolean;
  /** Appends of the same lane that were unanswered when this one was sent: it may rely on them. */
  reliesOn: Sent[];
};

export type HistoryFigures = {
  appends: number;
  acknowledged: number;
  refused: number;
  kills: number;
  powerLosses: number;
  fatal: number;
};

/** Everything one seed's history knows: what was sent, what was answered, what a reader has been shown. */
type History = {
  seed: number;
  random: Random;
  disk: FaultyDisk;
  sent: Map<number, Sent>;
  seen: Map<number, string>;
  /** Appends of the run under way without an answer. */
  unsettled: Sent[];
  figures: HistoryFigures;
};

export class HistoryBroken extends Error {}

export function expectThat(
  history: Pick<History, "seed">,
  isTrue: boolean,
  sentence: string,
): asserts isTrue {
  if (!isTrue) throw new HistoryBroken(`seed ${history.seed}: ${sentence}`);
}

/** Appends, faults, crashes and reopenings in an order the seed decides; then everything must add up. */
export async function runHistory(seed: number): Promise<HistoryFigures> {
  const random = seededRandom(seed);
  const figures = { appends: 0, acknowledged: 0, refused: 0, kills: 0, powerLosses: 0, fatal: 0 };
  const history: History = {
    seed,
    random,
    disk: createFaultyDisk(random),
    sent: new Map(),
    seen: new Map(),
    unsettled: [],
    figures,
  };
  const rounds = 2 + random.below(4);
  for (let round = 0; round < rounds; round += 1) await runRound(history);
  await checkAtEnd(history);
  return figures;
}

function planFaults({ random }: History): FaultPlan {
  const killAt = random.chance(0.6) ? 1 + random.below(250) : 0;
  const errorAt = random.chance(0.25) ? 1 + random.below(200) : 0;
  const failSyncAt = random.chance(0.2) ? 1 + random.below(12) : 0;
  const shortWrites = random.chance(0.3) ? 0.1 : 0;
  let syncs = 0;
  return (step, operation) => {
    if (operation === "datasync") syncs += 1;
    if (step === killAt) return { kind: "kill" };
    if (operation === "datasync" && syncs === failSyncAt) return { kind: "error", code: "EIO" };
    if (step === errorAt) return { kind: "error", code: random.pick(["EIO", "ENOSPC"]) };
    return operation === "write" && random.chance(shortWrites) ? { kind: "short" } : undefined;
  };
}

async function runRound(history: History): Promise<void> {
  const { random, disk, figures } = history;
  if (random.chance(0.2)) disk.setCapacity(disk.usedBytes() + random.below(20_000));
  const run = disk.startRun(planFaults(history));
  const journal = await openIn(history, run);
  if (journal) {
    const actions = 5 + random.below(30);
    for (let action = 0; action < actions && !run.isDead(); action += 1) await act(history, run, journal);
    if (random.chance(0.3)) await Promise.race([journal.close(), run.dead]);
    else if (random.chance(0.5)) await turns(random.below(40));
  }
  run.kill();
  history.unsettled = [];
  figures.kills += 1;
  if (random.chance(0.5)) {
    disk.losePower();
    figures.powerLosses += 1;
  }
  disk.setCapacity(Number.POSITIVE_INFINITY);
}

async function openIn(history: History, run: Run): Promise<Journal | null> {
  const opening = openJournal({
    folder: FOLDER,
    log: silentLog,
    files: run.files,
    codec: syncCodec,
    settings: SMALL_SETTINGS,
    onDamage: (range) => {
      throw new HistoryBroken(`seed ${history.seed}: false alarm ${JSON.stringify(range)}`);
    },
    onFatal: () => {
      history.figures.fatal += 1;
      run.kill(); // as the server exits
    },
  });
  try {
    const opened = await Promise.race([opening, run.dead]);
    if (opened && !opened.ok) throw new HistoryBroken(`seed ${history.seed}: ${opened.failure.code}`);
    return opened ? opened.value : null;
  } catch (error) {
    if (error instanceof HistoryBroken) throw error;
    return null; // an injected error while opening: the server would exit and start again
  }
}

async function act(history: History, run: Run, journal: Journal): Promise<void> {
  const { random } = history;
  const dice = random.next();
  if (dice < 0.6) send(history, journal);
  else if (dice < 0.85) await turns(random.below(30));
  else if (dice < 0.92) await Promise.race([look(history, run, journal), run.dead]);
  else if (dice < 0.96) await Promise.race([journal.rotate(random.pick(LANES)), run.dead]);
  else await Promise.race([rewriteSomething(history, journal), run.dead]);
}

function send(history: History, journal: Journal): void {
  const { random, sent, figures } = history;
  const id = sent.size + 1;
  const bodies = Array.from({ length: 1 + random.below(3) }, (_, index) => makeBody(id, index, random));
  const lane = random.pick(LANES);
  const reliesOn = history.unsettled.filter((other) => other.lane === lane && !other.isSettled);
  const entry: Sent = { id, lane, bodies, appended: null, isSettled: false, reliesOn };
  sent.set(id, entry);
  history.unsettled = [...history.unsettled.filter((other) => !other.isSettled), entry];
  figures.appends += 1;
  const frames = bodies.map((body) => ({ kind: 1 + (id % 3), project: id % 4, body }));
  void journal.append(entry.lane, frames).then((answer) => {
    entry.isSettled = true;
    if (answer.ok) {
      entry.appended = answer.value;
      figures.acknowledged += 1;
      const passed = reliesOn.find((other) => other.appended === null);
      expectThat(history, passed === undefined, `append ${id} passed ${passed?.id}, which failed`);
    } else {
      figures.refused += 1;
    }
  });
}

/** Begins with its own name; may contain the bytes a frame begins with. */
function makeBody(id: number, index: number, random: Random): Buffer {
  const size = random.chance(0.1) ? random.below(6_000) : random.below(600);
  const filling = Buffer.alloc(size, random.pick(["abc", "\n", "\u0000"]));
  if (size > 100 && random.chance(0.2)) filling.set([0xf7, 0x54, 0x4a, 0x01], random.below(90));
  return Buffer.concat([Buffer.from(`${id}:${index}:`), filling]);
}

async function rewriteSomething({ random, seed }: History, journal: Journal): Promise<void> {
  const closed = journal.segments().filter((segment) => segment.closed);
  if (closed.length === 0) return;
  try {
    await journal.rewrite(random.pick(closed), () => "keep");
  } catch (error) {
    // An injected error ends the rewrite; the old file must still be whole, which the end of the history shows.
    if (error instanceof HistoryBroken) throw new HistoryBroken(`seed ${seed}: ${error.message}`);
  }
}

/** What a reader is shown must contain everything acknowledged before, and must never change or vanish later. */
async function look(history: History, run: Run, journal: Journal): Promise<void> {
  // Both lanes together are shown up to the oldest frame of either that is not synced yet.
  const upTo = journal.synced();
  const acknowledged = [...history.sent.values()].filter(({ appended }) => appended && appended.last <= upTo);
  let frames: Frame[];
  try {
    frames = await readAll(journal);
  } catch (error) {
    if (run.isDead() || (error instanceof Error && "code" in error)) return;
    throw error;
  }
  checkFrames(history, frames, acknowledged);
  for (const frame of frames) history.seen.set(frame.position, nameOf(frame));
}

async function readAll(journal: Journal): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of journal.read({ after: BEFORE_FIRST })) frames.push(frame);
  return frames;
}

const nameOf = (frame: Frame): string => {
  const [id, index] = frame.body.toString("latin1").split(":");
  return `${id}:${index}`;
};

function checkFrames(history: History, frames: readonly Frame[], acknowledged: readonly Sent[]): void {
  const found = new Map<string, Frame>();
  let last = 0;
  for (const frame of frames) {
    expectThat(history, frame.position > last, `position ${frame.position} follows ${last}`);
    last = frame.position;
    const name = nameOf(frame);
    expectThat(history, !found.has(name), `${name} is there twice`);
    found.set(name, frame);
    checkContent(history, frame, name);
  }
  for (const entry of acknowledged) {
    entry.bodies.forEach((_, index) => {
      const frame = found.get(`${entry.id}:${index}`);
      expectThat(history, frame !== undefined, `acknowledged ${entry.id}:${index} is gone`);
      expectThat(
        history,
        frame.position === (entry.appended?.first ?? 0) + index,
        `${entry.id}:${index} has moved`,
      );
    });
  }
  for (const name of found.keys()) checkWhole(history, found, Number(name.split(":")[0]));
  checkOrder(history, frames);
}

function checkContent(history: History, frame: Frame, name: string): void {
  const [id, index] = name.split(":").map(Number);
  const entry = history.sent.get(id ?? 0);
  const body = entry?.bodies[index ?? -1];
  expectThat(history, entry !== undefined && body !== undefined, `${name} was never sent`);
  expectThat(history, body.equals(frame.body), `${name} has other bytes`);
  expectThat(
    history,
    frame.lane === entry.lane && frame.project === entry.id % 4,
    `${name} is in the wrong place`,
  );
}

function checkWhole(history: History, found: Map<string, Frame>, id: number): void {
  const entry = history.sent.get(id);
  const isWhole = entry?.bodies.every((_, index) => found.has(`${id}:${index}`)) ?? false;
  expectThat(history, isWhole, `only a part of append ${id} is there`);
  const passed = entry?.reliesOn.find((other) => !found.has(`${other.id}:0`));
  expectThat(
    history,
    passed === undefined,
    `append ${id} is there without ${passed?.id}, which it may rely on`,
  );
}

/** Frames of a lane lie in the order in which they were handed over. */
function checkOrder(history: History, frames: readonly Frame[]): void {
  for (const lane of LANES) {
    const ids = frames
      .filter((frame) => frame.lane === lane)
      .map((frame) => Number(nameOf(frame).split(":")[0]));
    ids.forEach((id, index) => {
      expectThat(history, index === 0 || id >= (ids[index - 1] ?? 0), `append ${id} lies out of order`);
    });
  }
}

async function checkAtEnd(history: History): Promise<void> {
  const run = history.disk.startRun();
  const journal = await openIn(history, run);
  expectThat(history, journal !== null, "the journal opens once nothing fails any more");
  const frames = await readAll(journal);
  const acknowledged = [...history.sent.values()].filter((entry) => entry.appended);
  checkFrames(history, frames, acknowledged);
  const byPosition = new Map(frames.map((frame) => [frame.position, nameOf(frame)]));
  for (const [position, name] of history.seen) {
    expectThat(
      history,
      byPosition.get(position) === name,
      `${name} was shown at ${position} and is no longer there`,
    );
  }
  const report = await journal.verify();
  expectThat(history, report.frames === frames.length, "verify counts what a reader reads");
  expectThat(history, report.damaged.length + report.missing.length === 0, "verify finds nothing wrong");
  await journal.upkeepIdle();
  await journal.close();
  const leftovers = history.disk.paths().filter((path) => path.endsWith(".tmp"));
  expectThat(history, leftovers.length === 0, `left behind: ${leftovers}`);
}

export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
