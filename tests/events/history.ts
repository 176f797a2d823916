import { expect } from "vitest";
import type { EventStore, Settlement } from "../../src/events/index.ts";
import { seededRandom } from "../support/random.ts";
import { Model, modelLines, storeLines } from "./model.ts";
import { type History, LANES, pick } from "./random-history.ts";
import { readAll } from "./support.ts";

type Random = ReturnType<typeof seededRandom>;

/** What may happen between two applies. */
export type Between = (store: EventStore, random: Random) => Promise<EventStore>;

/** Applies a history with the lanes in a random order to each other, beside the model. Answers the store it ended with. */
export async function playHistory(
  given: EventStore,
  projectId: number,
  history: History,
  seed: number,
  between: Between,
): Promise<EventStore> {
  const random = seededRandom(seed * 7919 + 1);
  const model = new Model();
  const { script, changes, last } = history;
  let store = given;
  const reached = { live: 0, bulk: 0 };
  while (reached.live < last || reached.bulk < last) {
    const lane = pick(random, LANES);
    // Sometimes from an earlier place, as after a crash; sometimes all that is left.
    const upTo = random.below(6) === 0 ? last : Math.min(last, reached[lane] + random.below(9));
    const others = random.below(3) === 0 ? emptyStretch(script.changes, lane, model.positions) : {};
    const moves = upTo > (model.positions[lane] ?? 0);
    const more = { holds: { ...model.positions }, others };
    const applied = await store.apply(projectId, lane, script.changes[lane], upTo, more);
    if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
    model.apply(lane, changes[lane], upTo);
    // The store has nothing to do then, and does not look at the other lanes either.
    if (moves) {
      for (const [other, position] of Object.entries(others)) model.apply(other, [], position);
    }
    reached[lane] = Math.max(reached[lane], upTo);
    store = await between(store, random);
    if (random.below(8) === 0) await expectSame(store, projectId, model, history);
  }
  await expectSame(store, projectId, model, history);
  expect(storeLines(await readAll(store, {}, projectId))).toEqual(modelLines(inOrder(history)));
  if (!history.linksDepend) expect(await linksOf(store, projectId)).toEqual(inOrder(history).links());
  return store;
}

/** How far the other lane can be said to be, having nothing until then that is not applied. */
function emptyStretch(
  changes: History["script"]["changes"],
  lane: "live" | "bulk",
  reached: Record<string, number>,
): Record<string, number> {
  const other = lane === "live" ? "bulk" : "live";
  const next = changes[other].find(({ position }) => position > (reached[other] ?? 0));
  return next === undefined ? {} : { [other]: next.position - 1 };
}

/** The model with both lanes applied in the order of the positions. */
export function inOrder({ changes, last }: History): Model {
  const model = new Model();
  for (let position = 1; position <= last; position += 1) {
    for (const lane of LANES) model.apply(lane, changes[lane], position);
  }
  return model;
}

export async function expectSame(
  store: EventStore,
  projectId: number,
  model: Model,
  { linksDepend }: Pick<History, "linksDepend">,
): Promise<void> {
  expect(storeLines(await readAll(store, {}, projectId))).toEqual(modelLines(model));
  expect(sortedLines(await store.settlement(projectId))).toEqual(sortedLines(model.settlement()));
  expect(await store.positions(projectId)).toEqual(model.positions);
  if (!linksDepend) expect(await linksOf(store, projectId)).toEqual(model.links());
}

async function linksOf(store: EventStore, projectId: number): Promise<Record<string, string>> {
  const found = await store.resolveIds(projectId, ["$device:d1", "$device:d2"]);
  expect(await store.countLinks(projectId)).toBe(found.size);
  return Object.fromEntries([...found].map(([id, user]) => [id.slice("$device:".length), user]));
}

const sortedLines = ({ lines, retracted, erased }: Settlement) => ({
  lines: lines.map((line) => JSON.stringify(Object.entries(line).sort())).sort(),
  retracted,
  erased,
});
