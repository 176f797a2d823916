import { useEffect, useRef, useState } from "react";

/** Nobody wants to be told more often than this how far something has come. */
const SPOKEN_EVERY_MS = 5_000;

/** The latest words, let through at most every five seconds: for those who listen to the page. */
export function useSpoken(words: string): string {
  const [spoken, setSpoken] = useState(words);
  const lastMs = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, lastMs.current + SPOKEN_EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      lastMs.current = Date.now();
      setSpoken(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words]);
  return spoken;
}
