/**
 * An event that came without an insert id gets one for readers, made of its place in the journal: the same wherever it is shown,
 * and never part of what makes two events copies of each other.
 */
export function insertIdOf(event: {
  insertId?: string | null | undefined;
  position: number | bigint;
  order: number;
}): string {
  const { insertId, position, order } = event;
  return insertId ?? `${position.toString(16).padStart(14, "0")}-${order.toString(16).padStart(8, "0")}`;
}
