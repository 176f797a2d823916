const KEY = "tributary.single-keys";

/** Whether single keys act: for people who speak to their computer, or hit keys by accident, they can be switched off. */
export function readKeysSwitch(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function setKeysSwitch(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Storage is switched off: it holds until the page is left.
  }
}
