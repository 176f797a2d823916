import { openDuckdbStore, type Settlement, type StoredEvent } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import type { StoredRow } from "./model.ts";
import { contentOf, nameOf } from "./records.ts";

export type StoreContent = {
  rows: StoredRow[];
  /** Every row with all it has, sorted: two stores are the same when these are. */
  lines: string[];
  settlement: Settlement;
};

/** Reads the store of a stopped server. Throws where the file is damaged, after which it has been set aside. */
export async function readStore(folder: string): Promise<StoreContent> {
  const store = await openDuckdbStore({ folder, log: silentLog });
  try {
    const rows: StoredRow[] = [];
    const lines: string[] = [];
    for await (const chunk of store.scan(1)) {
      for (const event of chunk) {
        rows.push(toRow(event));
        lines.push(toLine(event));
      }
    }
    return { rows, lines: lines.sort(), settlement: sorted(await store.settlement(1)) };
  } finally {
    await store.close();
  }
}

const toRow = ({ event, timeMs, distinctId, insertId, properties }: StoredEvent): StoredRow => {
  const identity = { event, timeMs, distinctId, insertId };
  return { name: nameOf(identity, properties), content: contentOf(identity, properties) };
};

/** Properties come in the order of their columns, which is the same in a store that was made anew. */
const toLine = ({ position, order, ...rest }: StoredEvent): string =>
  `${String(position).padStart(16, "0")} ${String(order).padStart(6, "0")} ${JSON.stringify(rest)}`;

const sorted = ({ lines, ...rest }: Settlement): Settlement => ({
  ...rest,
  lines: lines.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
});
