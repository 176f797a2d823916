import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStore, openDuckdbStore } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { createSlots } from "../../src/platform/slots.ts";
import type { Lookups } from "../../src/reports/lookups.ts";
import type { SegmentationReport } from "../../src/reports/model/report.ts";
import { ANSWER_MAX } from "../../src/reports/plan/plan-report.ts";
import type { Calendar } from "../../src/reports/plan/units.ts";
import type { EventSeries } from "../../src/reports/run/answer.ts";
import { askReport } from "../../src/reports/run/ask-report.ts";
import { segmentText } from "../../src/reports/run/shape.ts";
import { createLoader, PROJECT } from "./support.ts";

export const NOW_MS = Date.parse("2026-12-31T12:00:00Z");
export const calendarOf = (timezone: string): Calendar => ({ timezone, weekStart: 1, quarterStartMonth: 1 });

export type Asked = Partial<SegmentationReport> & { zone?: string; nowMs?: number; hidden?: string[] };

/** A store with some events, and a way to ask it. */
export async function openReports(lookups?: Lookups) {
  const folder = await mkdtemp(join(tmpdir(), "tributary-segmentation-"));
  const store: EventStore = await openDuckdbStore({ folder, log: silentLog });
  const deps = { store, slots: createSlots(4), reportTimeoutMs: 60_000 };

  async function ask({ zone = "UTC", nowMs = NOW_MS, hidden = [], ...asked }: Asked) {
    const report: SegmentationReport = {
      version: 1,
      kind: "segmentation",
      events: [{ event: "Purchase" }],
      time_frame: { from: "2026-06-01", to: "2026-06-02" },
      ...asked,
    };
    const answer = await askReport(
      {
        ...deps,
        lookups,
        clock: { now: () => nowMs },
        calendarOf: async () => calendarOf(zone),
        dictionary: { events: async () => marksOf(hidden), properties: async () => new Map() },
      },
      PROJECT,
      report,
      ANSWER_MAX.chart,
      new AbortController().signal,
    );
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    return answer.value;
  }
  return {
    store,
    load: createLoader(store),
    ask,
    /** The first event's line. */
    line: async (asked: Asked) => (await ask(asked)).series[0]?.overall,
    /** The first event's segments by name: their totals. */
    segments: async (asked: Asked) => totalsOf((await ask(asked)).series[0]),
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const marksOf = (hidden: readonly string[]) =>
  new Map(
    hidden.map((name) => [
      name,
      { displayName: null, isHidden: true, tags: [], contacts: [], teamContacts: [] },
    ]),
  );

const totalsOf = (series: EventSeries | undefined): Record<string, number | null> =>
  Object.fromEntries((series?.segments ?? []).map(({ segment, total }) => [segmentText(segment), total]));
