export type ToastTone = "ok" | "bad";
export type ToastMessage = {
  id: number;
  text: string;
  tone: ToastTone;
  undo: (() => void) | undefined;
};

/** Long enough to read it and to reach Undo by keyboard. */
const SHOWN_MS = 10_000;
const SHOWN_MAX = 4;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** Says what was done, with a way back where there is one: `toast("Tag removed", { undo })`. */
export function toast(
  text: string,
  { tone = "ok", undo }: { tone?: ToastTone; undo?: () => void } = {},
): void {
  lastId += 1;
  const id = lastId;
  set([...messages, { id, text, tone, undo }].slice(-SHOWN_MAX));
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

export const dismissToast = (id: number): void => set(messages.filter((message) => message.id !== id));

export const toasts = {
  read: () => messages,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
