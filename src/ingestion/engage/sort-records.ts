import { isRawJson } from "../../platform/raw-json.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Properties } from "../../profiles/index.ts";
import type { SdkOutcome } from "../sdk/outcome.ts";
import { notJson } from "../wire/decode-body.ts";
import { invalid, type ProfileRefusal } from "./codes.ts";
import type { ProjectFinder } from "./find-project.ts";

/** Records of one project, in their order, and where each stood in the batch. */
export type ProjectRecords = { projectId: number; records: { index: number; record: Properties }[] };

export type Sorted = {
  projects: ProjectRecords[];
  /** Records with a token nobody here has. They are answered like any other. */
  unknownTokens: number;
  refused: { index: number; refusal: ProfileRefusal }[];
};

/** Each new token may be a question to the database; nobody sends one batch for more projects than this. */
const TOKENS_MAX = 50;

/** By the project each record is for. A failure says that none of the batch may be taken. */
export async function sortRecords(
  records: readonly unknown[],
  finder: ProjectFinder,
): Promise<Result<Sorted, SdkOutcome>> {
  const byToken = new Map<string, number | undefined>();
  const projects = new Map<number, ProjectRecords>();
  const sorted: Sorted = { projects: [], unknownTokens: 0, refused: [] };
  let bare: Result<number, SdkOutcome> | undefined;
  let isBareAsked = false;
  for (const [index, record] of records.entries()) {
    const refuse = (refusal: ProfileRefusal) => sorted.refused.push({ index, refusal });
    if (!isRecord(record)) {
      refuse(record === notJson ? NOT_JSON : NOT_AN_OBJECT);
      continue;
    }
    const token = Object.hasOwn(record, "$token") ? record.$token : undefined;
    let projectId: number | undefined;
    if (typeof token === "string" && token !== "") {
      if (!byToken.has(token) && byToken.size === TOKENS_MAX) {
        refuse(invalid("too_many_tokens", "$token", `a batch must not name more than ${TOKENS_MAX} tokens`));
        continue;
      }
      if (!byToken.has(token)) byToken.set(token, await finder.byToken(token));
      projectId = byToken.get(token);
      if (projectId === undefined) sorted.unknownTokens += 1;
    } else {
      if (!isBareAsked) bare = await finder.byCredentials();
      isBareAsked = true;
      if (bare?.ok === false) return bare;
      projectId = bare?.value;
      if (projectId === undefined) refuse(NO_TOKEN);
    }
    if (projectId === undefined) continue;
    const group = projects.get(projectId) ?? { projectId, records: [] };
    projects.set(projectId, group);
    group.records.push({ index, record });
  }
  sorted.projects = [...projects.values()];
  return ok(sorted);
}

const isRecord = (record: unknown): record is Properties =>
  typeof record === "object" && record !== null && !Array.isArray(record) && !isRawJson(record);

const NOT_JSON: ProfileRefusal = { code: "not_json", field: "", message: "record must be JSON" };
const NOT_AN_OBJECT: ProfileRefusal = {
  code: "not_an_object",
  field: "",
  message: "record must be a JSON object",
};
const NO_TOKEN = invalid(
  "token_missing",
  "$token",
  "must be the token of a project, unless the request has credentials and project_id",
);
