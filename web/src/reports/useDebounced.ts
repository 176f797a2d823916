import { useEffect, useState } from "react";

/** A value once it has not changed for a while. Compared by what it says, not by which object it is. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  const settledText = JSON.stringify(settled);
  useEffect(() => {
    if (text === settledText) return;
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  });
  return settled;
}
