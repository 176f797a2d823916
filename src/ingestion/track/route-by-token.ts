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

/** Sorts a batch by the projects that its records' tokens name; at once when every token is one in use. */
export function routeByToken(records: readonly unknown[], projectOf: ProjectOf): Routed | Promise<Routed> {
  const routing = createRouting();
  for (let index = 0; index < records.length; index += 1) {
    const token = routing.tokenAt(index, records[index]);
    if (token === undefined) continue;
    const found = projectOf(token);
    if (found instanceof Promise) return routeOn(routing, records, projectOf, { index, token, found });
    routing.place(token, found, index, records[index]);
  }
  return routing.routed();
}

/** From the first token on that had to be looked up. */
async function routeOn(
  routing: Routing,
  records: readonly unknown[],
  projectOf: ProjectOf,
  from: { index: number; token: string; found: Promise<number | undefined> },
): Promise<Routed> {
  routing.place(from.token, await from.found, from.index, records[from.index]);
  for (let index = from.index + 1; index < records.length; index += 1) {
    const token = routing.tokenAt(index, records[index]);
    if (token !== undefined) routing.place(token, await projectOf(token), index, records[index]);
  }
  return routing.routed();
}

type Routing = ReturnType<typeof createRouting>;

function createRouting() {
  const byToken = new Map<string, ProjectRecords | undefined>();
  const projects = new Map<number, ProjectRecords>();
  const refused: SdkRefusal[] = [];
  let unknownTokens = 0;

  function put(group: ProjectRecords | undefined, index: number, record: unknown): void {
    if (group === undefined) {
      unknownTokens += 1;
      return;
    }
    group.records.push(record);
    group.indexes.push(index);
  }

  return {
    /** The token of a record, when it is still to be placed: with one that is known already it is placed at once. */
    tokenAt(index: number, record: unknown): string | undefined {
      const token = tokenOf(record);
      if (typeof token !== "string") {
        refused.push({ index, ...token });
        return undefined;
      }
      if (byToken.has(token)) {
        put(byToken.get(token), index, record);
        return undefined;
      }
      if (byToken.size < TOKENS_MAX) return token;
      const message = `a batch must not name more than ${TOKENS_MAX} tokens`;
      refused.push({ index, field: "properties.token", message });
      return undefined;
    },
    place(token: string, projectId: number | undefined, index: number, record: unknown): void {
      const group = groupOf(projectId, projects);
      byToken.set(token, group);
      put(group, index, record);
    },
    routed: (): Routed => ({ projects: [...projects.values()], unknownTokens, refused }),
  };
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
