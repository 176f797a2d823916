import type { SdkRefusal } from "../sdk/outcome.ts";
import { notJson } from "../wire/decode-body.ts";

/** Records of one project, in their order, and where each stood in the batch. */
export type ProjectRecords = { projectId: number; records: unknown[]; indexes: number[] };

export type Routed = {
  projects: ProjectRecords[];
  /** Records with a token nobody here has. They are answered like any other: a token is public, and `1` proves nothing about it. */
  unknownTokens: number;
  refused: SdkRefusal[];
};

export type ProjectOf = (token: string) => number | undefined | Promise<number | undefined>;

/** Each new token may be a question to the database; nobody sends one batch for more projects than this. */
const TOKENS_MAX = 50;

/** Sorts a batch by the projects that its records' tokens name. */
export async function routeByToken(records: readonly unknown[], projectOf: ProjectOf): Promise<Routed> {
  const byToken = new Map<string, ProjectRecords | undefined>();
  const projects = new Map<number, ProjectRecords>();
  const routed: Routed = { projects: [], unknownTokens: 0, refused: [] };
  const refuse = (index: number, field: string, message: string) => {
    routed.refused.push({ index, field, message });
  };
  for (const [index, record] of records.entries()) {
    const token = tokenOf(record);
    if (typeof token !== "string") {
      refuse(index, token.field, token.message);
      continue;
    }
    if (!byToken.has(token)) {
      if (byToken.size === TOKENS_MAX) {
        refuse(index, "properties.token", `a batch must not name more than ${TOKENS_MAX} tokens`);
        continue;
      }
      const found = projectOf(token);
      byToken.set(token, groupOf(found instanceof Promise ? await found : found, projects));
    }
    const group = byToken.get(token);
    if (group === undefined) {
      routed.unknownTokens += 1;
      continue;
    }
    group.records.push(record);
    group.indexes.push(index);
  }
  routed.projects = [...projects.values()];
  return routed;
}

function groupOf(
  projectId: number | undefined,
  projects: Map<number, ProjectRecords>,
): ProjectRecords | undefined {
  if (projectId === undefined) return undefined;
  const group = projects.get(projectId) ?? { projectId, records: [], indexes: [] };
  projects.set(projectId, group);
  return group;
}

/** The token, or why there is none. Everything else about a record is looked at once it is known whose it is. */
function tokenOf(record: unknown): string | { field: string; message: string } {
  if (record === notJson) return { field: "", message: "record must be JSON" };
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    return { field: "", message: "record must be a JSON object" };
  }
  const { properties } = record as { properties?: unknown };
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) {
    return { field: "properties", message: "'properties' must not be missing" };
  }
  const { token } = properties as { token?: unknown };
  if (typeof token === "string" && token !== "") return token;
  return {
    field: "properties.token",
    message: "'properties.token' is invalid: must be the token of a project",
  };
}
