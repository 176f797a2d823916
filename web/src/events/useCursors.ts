import { useState } from "react";

/** Pages of a list whose server only tells what comes next: the way back is remembered here. Another question begins anew. */
export function useCursors(question: string) {
  const [way, setWay] = useState<{ question: string; cursors: string[] }>({ question, cursors: [] });
  const cursors = way.question === question ? way.cursors : [];
  const go = (next: string[]) => setWay({ question, cursors: next });
  return {
    cursor: cursors.at(-1),
    number: cursors.length + 1,
    next: (cursor: string) => go([...cursors, cursor]),
    previous: cursors.length === 0 ? undefined : () => go(cursors.slice(0, -1)),
  };
}
