const KEY = "tributary.reported";

/** Whether somebody asked a report of this project in this browser. Reports are not kept on the server. */
export const hasReported = (projectId: number): boolean => readProjects().includes(projectId);

export function noteReported(projectId: number): void {
  if (hasReported(projectId)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...readProjects(), projectId].slice(-100)));
  } catch {
    // Storage is switched off; the step of the checklist stays open.
  }
}

function readProjects(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}
