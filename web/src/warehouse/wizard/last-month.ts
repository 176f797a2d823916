/** The month that ends with the day of the latest row, as days: the last of them is left out. */
export function lastMonth(latest: string | null): { from: string; to: string } | undefined {
  const day = latest?.match(/^\d{4}-\d\d-\d\d/)?.[0];
  if (day === undefined) return undefined;
  const end = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(end.getTime())) return undefined;
  end.setUTCDate(end.getUTCDate() + 1);
  const start = new Date(end);
  start.setUTCMonth(start.getUTCMonth() - 1);
  // The month before may be shorter: the 31st of February would be in March again.
  if (start.getUTCDate() !== end.getUTCDate()) start.setUTCDate(0);
  return { from: start.toISOString().slice(0, 10), to: end.toISOString().slice(0, 10) };
}
