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
    const applied = await store.apply(projectId, lane, script.changes[lane], upTo);
    expect(applied).toMatchObject({ ok: true });
    model.apply(lane, changes[lane], upTo);
    reached[lane] = Math.max(reached[lane], upTo);
    store = await between(store, random);
    if (random.below(8) === 0) await expectSame(store, projectId, model);
  }
  await expectSame(store, projectId, model);
  expect(storeLines(await readAll(store, {}, projectId))).toEqual(modelLines(inOrder(history)));
  return store;
}

/** The model with both lanes applied in the order of the positions. */
export function inOrder({ changes, last }: History): Model {
  const model = new Model();
  for (let position = 1; position <= last; position += 1) {
    for (const lane of LANES) model.apply(lane, changes[lane], position);
  }
  return model;
}

export async function expectSame(store: EventStore, projectId: number, model: Model): Promise<void> {
  expect(storeLines(await readAll(store, {}, projectId))).toEqual(modelLines(model));
  expect(sortedLines(await store.settlement(projectId))).toEqual(sortedLines(model.settlement()));
  expect(await store.positions(projectId)).toEqual(model.positions);
}

const sortedLines = ({ lines, retracted, erased }: Settlement) => ({
  lines: lines.map((line) => JSON.stringify(Object.entries(line).sort())).sort(),
  retracted,
  erased,
});
