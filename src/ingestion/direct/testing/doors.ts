import { expect } from "vitest";
import { EventChecks } from "../../../dictionary/index.ts";
import { Catalog, decodeChange, RowBytes, Shredder } from "../../../events/index.ts";
import type { FrameInput } from "../../../journal/index.ts";
import { ok } from "../../../platform/result.ts";
import { createAccept } from "../../accept/accept.ts";
import type { ProjectCatalog } from "../../accept/catalogs.ts";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { readRecords } from "../../wire/decode-body.ts";
import type { KnownColumns } from "../ready-rows.ts";
import { RecordScanner } from "../scan-record.ts";

export const NOW = 1_760_000_000_000;
export const KNOWN = ["name", "amount", "flag", "list", "Größe", "a b", "$os"] as const;
const declared = () =>
  new Catalog([
    { number: 1, name: "name", type: "varchar" },
    { number: 2, name: "amount", type: "double" },
    { number: 3, name: "flag", type: "boolean" },
    { number: 4, name: "list", type: "json" },
    { number: 5, name: "Größe", type: "double" },
    { number: 6, name: "a b", type: "varchar" },
    { number: 7, name: "$os", type: "varchar" },
  ]);

export const declare = (type: string, format?: string) => ({
  definition: { type, ...(format === undefined ? {} : { format }) },
  metadata: {},
  foreign: {},
});
export const open = new EventChecks({
  keys: { required: ["name"], additionalProperties: false },
  properties: { name: declare("string", "uuid"), amount: declare("integer"), list: declare("array") },
});

export const RULES = {
  conformance: new Map([["Open", { checks: open, rejects: false }]]),
  droppedEvents: new Set(["Gone", "Zoë gone"]),
  droppedProperties: new Map([["Open", new Set(["$os", "new one"])]]),
  version: 1,
};

/** Two doors on the same ground: what one takes as text the other takes as objects. */
export function openDoors(rules: typeof RULES | null = RULES) {
  const catalog = declared();
  const shredder = new Shredder(catalog, new RowBytes());
  const given = new WeakSet<KnownColumns>();
  let plain = 0;
  let scanner = new RecordScanner(catalog, DEFAULT_LIMITS);
  const project: ProjectCatalog = {
    shredder,
    scanner: () => scanner,
    known: (limits) => {
      const known = { columns: catalog.since(0), limits };
      given.add(known);
      return known;
    },
    gave: (known) => given.has(known),
    last: () => catalog.last,
    discard(last) {
      scanner = new RecordScanner(catalog, DEFAULT_LIMITS);
      shredder.discard(last);
    },
    saved: async () => undefined,
    news: () => undefined,
  };
  const addPlain = shredder.addPlain.bind(shredder);
  shredder.addPlain = (row) => {
    plain += 1;
    addPlain(row);
  };
  const frames: FrameInput[] = [];
  const doors = createAccept({
    journal: {
      async append(_lane, given) {
        frames.push(...given);
        return ok({ first: 1, last: frames.length });
      },
    },
    catalogs: { of: () => project, forget: async () => undefined },
    limits: DEFAULT_LIMITS,
    clock: { now: () => NOW },
    onCounted: () => undefined,
    ...(rules === null ? {} : { rules: () => rules }),
  });
  return { ...doors, catalog, frames, plain: () => plain };
}

export const scope = (strict: boolean) =>
  ({ projectId: 1, lane: "live", lineage: { source: "import" }, strict }) as const;

export function content(frames: readonly FrameInput[], catalog: Catalog) {
  return frames.map((frame) => {
    const change = decodeChange(frame.kind, Buffer.concat([frame.body].flat()), 1);
    if (!change.ok) throw new Error("a frame cannot be read");
    if (change.value.kind !== "rows") return change.value;
    const { rows, common, ...rest } = change.value;
    const lines = rows.toString().trimEnd().split("\n");
    return {
      ...rest,
      rows: lines.map((line): unknown => ({ ...JSON.parse(line), ...common })),
      columns: catalog.since(0),
    };
  });
}

export async function compare(
  text: string | Buffer,
  strict: boolean,
  lines = false,
): Promise<{ plain: number }> {
  const bytes = Buffer.from(text);
  const direct = openDoors();
  const parsed = openDoors();
  const left = await direct.acceptBody(scope(strict), { bytes, lines }, () => undefined);
  const decoded = readRecords(bytes, { lines }, DEFAULT_LIMITS);
  const right = decoded.ok ? await parsed.accept(scope(strict), decoded.value) : decoded;
  expect(left).toEqual(right);
  if (decoded.ok) {
    expect(content(direct.frames, direct.catalog)).toEqual(content(parsed.frames, parsed.catalog));
  }
  return { plain: direct.plain() };
}

export const plainEvent = {
  event: "Open",
  properties: { time: NOW - 5, distinct_id: "somebody", name: "x" },
};
