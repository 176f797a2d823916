import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { readKeysSwitch } from "./keys-switch.ts";
import { PROJECT_PAGES } from "./project-pages.ts";

export type Overlay = "palette" | "help";

/** How long `g` waits for the letter of a page. */
const SECOND_KEY_MS = 1_500;

/** Ctrl or Cmd with K opens the palette. Single keys (`?`, and `g` with a letter) can be switched off. */
export function useShortcuts(projectId: number | undefined, open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  const goPressedMs = useRef(0);
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open("palette");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !readKeysSwitch()) return;
    if (event.key === "?") return open("help");
    const isSecond = event.timeStamp - goPressedMs.current < SECOND_KEY_MS;
    const page = isSecond && PROJECT_PAGES.find(({ key }) => key === event.key);
    goPressedMs.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (page && projectId !== undefined) void navigate({ to: page.to, params: { projectId } });
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

/** Keys belong to whoever is writing, or to an open dialog or menu. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    "input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=application]",
  ) !== null;
