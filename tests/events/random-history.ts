import type { Lineage, NewEvent } from "../../src/events/index.ts";
import { seededRandom } from "../support/random.ts";
import type { ModelChange } from "./model.ts";
import { Script } from "./script.ts";

type Lane = "live" | "bulk";
export const LANES: readonly Lane[] = ["live", "bulk"];
const DAY_MS = 86_400_000;

/** Random changes in a world so small that everything meets everything else. */
export type History = {
  script: Script;
  changes: Record<Lane, ModelChange[]>;
  last: number;
  /** Somebody is erased, and rows are taken back: then only the rows that are left say whose a device is. */
  linksDepend: boolean;
};

type Random = ReturnType<typeof seededRandom>;
export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random.below(values.length)] as Value;

export function randomHistory(seed: number): History {
  const random = seededRandom(seed);
  const script = new Script({ columnsMax: 4 });
  const changes: Record<Lane, ModelChange[]> = { live: [], bulk: [] };
  /** An import keeps to one lane. */
  const imports = [
    { importId: "m1", lane: "bulk" as const, generation: 1 },
    { importId: "m2", lane: "live" as const, generation: 1 },
  ];
  const count = 4 + random.below(24);
  for (let index = 0; index < count; index += 1) {
    const one = pick(random, imports);
    const dice = random.below(21);
    if (dice < 13) {
      const ofImport = random.below(2) === 0;
      const lane = ofImport ? one.lane : pick(random, LANES);
      const generation = pick(random, [0, 0, one.generation, one.generation - 1, one.generation + 1]);
      const lineage: Lineage = ofImport
        ? { source: "warehouse", importId: one.importId, generation: generation || undefined }
        : { source: pick(random, ["import", "track"]) };
      const events = Array.from({ length: random.below(5) }, () => randomEvent(random, ofImport));
      const receivedMs = 20_000 * DAY_MS + random.below(3) * (DAY_MS / 2);
      const rows = script.rows(events, { lane, lineage, receivedMs });
      changes[lane].push({ ...rows, events });
    } else if (dice < 15) {
      const rowKeys = [pick(random, ["r1", "r2", "r3"]), pick(random, ["r1", "r2", "r3"])];
      changes[one.lane].push(script.add(one.lane, { kind: "retract", importId: one.importId, rowKeys }));
    } else if (dice < 18) {
      const { importId, generation } = one;
      changes[one.lane].push(script.add(one.lane, { kind: "commit", importId, generation }));
      one.generation += 1;
    } else if (dice < 19) {
      const { importId, generation } = one;
      changes[one.lane].push(script.add(one.lane, { kind: "abandon", importId, generation }));
    } else if (dice < 20) {
      const lane = pick(random, LANES);
      const tally = { lineage: { source: "track" }, receivedMs: 20_000 * DAY_MS, counts: { repaired: 2 } };
      changes[lane].push(script.add(lane, { kind: "tally", ...tally }));
    } else {
      const lane = pick(random, LANES);
      changes[lane].push(script.add(lane, { kind: "erase", ids: [pick(random, ["ana", "$device:d1"])] }));
    }
  }
  const kinds = new Set(LANES.flatMap((lane) => changes[lane].map(({ kind }) => kind)));
  const linksDepend = kinds.has("erase") && (kinds.has("retract") || kinds.has("commit"));
  return { script, changes, last: script.position, linksDepend };
}

function randomEvent(random: Random, ofImport: boolean): NewEvent {
  const properties: Record<string, unknown> = {};
  if (random.below(2) === 0) properties.a = random.below(2);
  if (random.below(3) === 0)
    properties[pick(random, ["b", "c", "d", "e", "f"])] = pick(random, ["x", 1, null, true]);
  const distinctId = pick(random, ["ana", "bo", "$device:d1"]);
  return {
    event: pick(random, ["Open", "Open", "Buy"]),
    timeMs: 1000 + random.below(2),
    sentTimeMs: pick(random, [undefined, undefined, undefined, 1000, null]),
    distinctId,
    ...(distinctId.startsWith("$device:")
      ? { deviceId: "d1" }
      : { userId: distinctId, deviceId: pick(random, [undefined, "d1", "d2"]) }),
    insertId: pick(random, ["i1", "i1", "i2", undefined]),
    rowKey: ofImport && random.below(2) === 0 ? pick(random, ["r1", "r2", "r3"]) : undefined,
    properties,
  };
}
