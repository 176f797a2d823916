import type { Draft } from "./draft.ts";
import { readRows } from "./read-rows.ts";

/** Keeps which properties `rest` holds: a question about any other reads its column only. */
export async function noteRestNames(draft: Draft, fresh: string): Promise<void> {
  const names = await readRows(
    draft.writer,
    `select distinct unnest(json_keys(rest)) from event_rows where ${fresh} and rest is not null`,
  );
  for (const [value] of names) {
    const name = String(value);
    if (draft.state.restNames.has(name)) continue;
    draft.state.restNames.add(name);
    await draft.writer.run("insert into rest_names values (?)", [name]);
  }
}
