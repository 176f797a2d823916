/** Set by ourselves on every imported event, with whatever begins with `$warehouse_`. */
const OURS = ["$import", "$source"];
/** Never a property of an event, whatever a column is called: a role stands in their place, or the door takes them out. */
const NEVER_KEPT = ["time", "token", "mp_processing_time_ms", "bucket", "$bucket", "$ignore"];
const TAKEN = new Set([...OURS, ...NEVER_KEPT]);

export const isTaken = (name: string): boolean => TAKEN.has(name) || name.startsWith("$warehouse_");
