const KEY = "tributary.last-project";

/** Opening the bare address leads back to the project looked at last, in this browser. */
export function rememberProject(projectId: number): void {
  try {
    localStorage.setItem(KEY, String(projectId));
  } catch {
    // Storage is switched off; the list of projects is one click away.
  }
}

export function lastProject(): number | undefined {
  try {
    const kept = Number(localStorage.getItem(KEY));
    return Number.isSafeInteger(kept) && kept > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}
