import type { Project } from "./projects-store.ts";

/** What the audit log keeps of a project: everything but its keys. */
export const projectAudit = (project: Project): Record<string, unknown> => ({
  name: project.name,
  timezone: project.timezone,
  region: project.region,
  week_start: project.weekStart,
  quarter_start_month: project.quarterStartMonth,
});
