import { Catalog, type Declaration, decodeChange, type NewEvent, restoreEvent } from "../../events/index.ts";
import type { Frame, Position } from "../../journal/index.ts";

/** An accepted event with where and when it came in. */
export type LiveEvent = {
  id: string;
  place: { position: Position; order: number };
  receivedMs: number;
  source: string;
  event: NewEvent;
};

/** Decodes the rows of frames with a project's catalog, which is read anew when a frame uses columns it does not have yet. */
export function createRowDecoder(declarations: () => Promise<readonly Declaration[]>) {
  let catalog = new Catalog();
  return {
    /** At most so many events; `left` tells how many there were besides. */
    async decode(frame: Frame, eventsMax: number): Promise<{ events: LiveEvent[]; left: number }> {
      const decoded = decodeChange(frame.kind, frame.body, frame.position);
      // A frame that cannot be read is the loader's affair: it sets it aside and says so.
      if (!decoded.ok || decoded.value.kind !== "rows") return { events: [], left: 0 };
      const { rows, columns, common, receivedMs, lineage } = decoded.value;
      const needed = columns === undefined ? Number.POSITIVE_INFINITY : (columns.at(-1) ?? 0);
      if (needed > catalog.last) catalog = new Catalog(await declarations());
      const lines = rows.toString("utf8").split("\n").filter(Boolean);
      const events = lines.slice(0, eventsMax).map((line, at) => ({
        id: `${frame.position}-${at}`,
        place: { position: frame.position, order: at },
        receivedMs,
        source: lineage.source,
        event: restoreEvent(line, catalog, common),
      }));
      return { events, left: lines.length - events.length };
    },
  };
}
