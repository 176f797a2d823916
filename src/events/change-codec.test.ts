import { expect, test } from "vitest";
import type { Change } from "./change.ts";
import { decodeChange, encodeChange, FRAME_KINDS, type Unplaced } from "./change-codec.ts";

const lineage = { source: "warehouse", importId: "m", jobId: "j", runId: "r", generation: 2 };
const changes: Unplaced<Change>[] = [
  { kind: "declare", declarations: [{ number: 1, name: "a", type: "double" }] },
  { kind: "rows", receivedMs: 5, lineage, rows: Buffer.from("{}\n"), columns: [1, 2, 3, 7, 9, 10] },
  { kind: "rows", receivedMs: 5, lineage: { source: "track" }, rows: Buffer.from("{}\n{}\n") },
  {
    kind: "rows",
    receivedMs: 5,
    lineage,
    rows: Buffer.from("{}\n"),
    columns: [1, 2],
    common: { p1: "x", p2: true },
  },
  { kind: "tally", receivedMs: 5, lineage: { source: "track" }, counts: { refused: 3 } },
  { kind: "retract", importId: "m", rowKeys: ["1", "2"] },
  { kind: "commit", importId: "m", generation: 3 },
  { kind: "abandon", importId: "m", generation: 3 },
  { kind: "erase", ids: ["ana"] },
];

test.each(changes)("a change of kind $kind is read back as it was written", (change) => {
  const { kind, body } = encodeChange(change);
  const decoded = decodeChange(kind, Buffer.concat(body), 12);
  expect(decoded).toEqual({ ok: true, value: { ...change, position: 12 } });
});

test("a frame that is none of ours is named by its position", () => {
  expect(decodeChange(99, Buffer.from("{}"), 4)).toMatchObject({
    failure: { code: "unknown_frame", position: 4 },
  });
  for (const kind of Object.values(FRAME_KINDS)) {
    const decoded = decodeChange(kind, Buffer.from("not json"), 4);
    expect(decoded).toMatchObject({ failure: { code: "broken_frame", position: 4 } });
  }
});

test("a header cannot ask for endless columns", () => {
  const body = Buffer.from('{"r":1,"s":"x","c":[1,1e15]}\n');
  expect(decodeChange(FRAME_KINDS.rows, body, 4)).toMatchObject({ failure: { code: "broken_frame" } });
});
