/** What is kept of a failure, on the row and in lists. */
export type JobError = { message: string; stack: string | null };

const MESSAGE_MAX = 2_000;
const STACK_MAX = 8_000;

export function toJobError(cause: unknown): JobError {
  if (!(cause instanceof Error)) return { message: storable(String(cause), MESSAGE_MAX), stack: null };
  return {
    message: storable(cause.message || cause.name, MESSAGE_MAX),
    stack: cause.stack === undefined ? null : storable(withCauses(cause), STACK_MAX),
  };
}

export const plainError = (message: string): JobError => ({ message, stack: null });

const CAUSES_MAX = 5;

function withCauses(error: Error): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth++) {
    parts.push(current.stack ?? current.message);
    current = current.cause;
  }
  return parts.join("\ncaused by: ");
}

/** jsonb refuses a zero character and half of a surrogate pair, which a cut can leave. */
function storable(text: string, max: number): string {
  return text.slice(0, max).replaceAll("\0", "").toWellFormed();
}
