import { describe, expect, it } from "vitest";
import { FRAME_KINDS } from "../../events/index.ts";
import { content, openDoors, plainEvent, RULES, scope } from "./testing/doors.ts";

describe("records made here, as lines", () => {
  const parts = [
    plainEvent,
    { ...plainEvent, properties: { ...plainEvent.properties, list: [1, 2], fresh: "column" } },
    { ...plainEvent, event: "Gone" },
    { ...plainEvent, properties: { ...plainEvent.properties, time: "no time" } },
    { ...plainEvent, properties: { ...plainEvent.properties, name: "Zoë \n" } },
  ];
  const keys = parts.map((_, index) => `${"0a".repeat(16)}:${index}.1`);

  it.each([true, false])(
    "are taken like objects, with the keys of their rows (strict: %s)",
    async (strict) => {
      const direct = openDoors();
      const parsed = openDoors();
      const bytes = Buffer.from(
        parts.map((part, index) => `${keys[index]} ${JSON.stringify(part)}\n`).join(""),
      );
      const left = await direct.acceptLines(scope(strict), { bytes, areKeyed: true, sizeIsSound: true });
      const right = await parsed.accept(scope(strict), {
        records: parts.map((part): unknown => JSON.parse(JSON.stringify(part))),
        text: "escaped",
        sizeIsSound: true,
        rowKeys: keys,
      });
      expect(left).toEqual(right);
      expect(content(direct.frames, direct.catalog)).toEqual(content(parsed.frames, parsed.catalog));
      expect(direct.plain()).toBe(2);
    },
  );

  const COMMON = { $import: true, $source: "warehouse-import", number: 7 };

  it.each([
    ["with", RULES],
    ["without", null],
  ])("have what is common to all of them, %s rules of a dictionary", async (_what, rules) => {
    const direct = openDoors(rules);
    const parsed = openDoors(rules);
    const says = { ...plainEvent, properties: { ...plainEvent.properties, $source: "itself" } };
    for (const round of [1, 2]) {
      const records = [...parts, says].map((part) => ({
        ...part,
        properties: { ...part.properties, round },
      }));
      const bytes = Buffer.from(records.map((record) => `key ${JSON.stringify(record)}\n`).join(""));
      const lines = { bytes, areKeyed: true, sizeIsSound: true, common: COMMON };
      const left = await direct.acceptLines(scope(true), lines);
      const right = await parsed.accept(scope(true), {
        records: records.map((record) => ({ ...record, properties: { ...record.properties, ...COMMON } })),
        text: "escaped",
        sizeIsSound: true,
        rowKeys: records.map(() => "key"),
      });
      expect(left).toEqual(right);
    }
    expect(content(direct.frames, direct.catalog)).toEqual(content(parsed.frames, parsed.catalog));
    // A property needs its column first.
    const saidOnce = direct.frames.filter(({ kind }) => kind === FRAME_KINDS.common_rows);
    expect(saidOnce).toHaveLength(rules === null ? 1 : 0);
  });

  it("may be without keys, and one that is no JSON fails alone", async () => {
    const doors = openDoors();
    const bytes = Buffer.from(`${JSON.stringify(plainEvent)}\n{"event":\n`);
    const lines = { bytes, areKeyed: false, sizeIsSound: true };
    expect(await doors.acceptLines(scope(true), lines)).toMatchObject({
      value: { accepted: 1, refused: [{ index: 1, refusal: { code: "not_json" } }] },
    });
  });

  it("need a key where they say so: a line without one is a bug, and nothing of the batch is kept", async () => {
    const doors = openDoors();
    const bytes = Buffer.from(`${JSON.stringify(plainEvent)}\n`);
    const lines = { bytes, areKeyed: true, sizeIsSound: true };
    await expect(doors.acceptLines(scope(true), lines)).rejects.toThrow("without the key");
    await doors.acceptLines(scope(true), { ...lines, areKeyed: false });
    expect(content(doors.frames, doors.catalog)).toMatchObject([{ rows: [{ e: "Open" }] }]);
  });
});
