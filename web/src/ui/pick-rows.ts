/** The rows selected after one was picked: with Shift, those since the last one picked become what it becomes. */
export function pickRows(
  ids: readonly string[],
  selected: ReadonlySet<string>,
  at: number,
  since: number = at,
): ReadonlySet<string> {
  const next = new Set(selected);
  const isOn = !selected.has(ids[at] ?? "");
  for (const id of ids.slice(Math.min(at, since), Math.max(at, since) + 1)) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
