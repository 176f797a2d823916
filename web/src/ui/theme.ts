import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

const KEY = "tributary.theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

/** `public/theme.js` does the same before the first paint. */
function apply(): void {
  const theme = readTheme();
  const dark = theme === "dark" || (theme === "system" && prefersDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const listener of listeners) listener();
}

prefersDark.addEventListener("change", apply);

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    document.documentElement.dataset.theme = theme === "dark" ? "dark" : "light";
    return;
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the person chose. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);

/** What it comes to now; charts are drawn anew when it changes. */
export const useShownTheme = (): "light" | "dark" =>
  useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset.theme === "dark" ? "dark" : "light",
  );
