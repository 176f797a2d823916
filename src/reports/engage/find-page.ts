import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type Randomness, randomAlphanumeric } from "../../platform/secrets.ts";
import {
  type ProfilesReader,
  parseProperties,
  type SessionsStore,
  type StoredProfile,
} from "../../profiles/index.ts";
import type { Predicate } from "../expression/evaluate.ts";
import type { OperandFailure } from "../expression/failure.ts";
import type { EngageQuestion, Subject } from "./question.ts";

export type FindPageDeps = {
  reader: Pick<ProfilesReader, "page" | "findMany">;
  sessions: SessionsStore;
  clock: Clock;
  randomness: Randomness;
};
export type FoundPage = { sessionId: string; total: number; pageSize: number; ids: readonly string[] };
export type FindPageFailure = OperandFailure | { code: "unknown_session" };

const SCAN_ROWS = 1000;
const SESSION_RANDOM = 12;

/** The ids of one page: of a session that began with page 0, or of a new one. What a session found does not change any more. */
export async function findPage(
  deps: FindPageDeps,
  projectId: number,
  groupKey: string,
  question: EngageQuestion,
): Promise<Result<FoundPage, FindPageFailure>> {
  const { sessionId, page } = question;
  if (sessionId === undefined) return beginSession(deps, projectId, groupKey, question);
  const found = sessionId.includes("\0") ? undefined : await deps.sessions.find(projectId, sessionId, page);
  return found ? ok({ sessionId, ...found }) : fail({ code: "unknown_session" });
}

async function beginSession(
  deps: FindPageDeps,
  projectId: number,
  groupKey: string,
  question: EngageQuestion,
): Promise<Result<FoundPage, FindPageFailure>> {
  const { pageSize, keeps, ids } = question;
  const { sessions } = deps;
  const seconds = Math.floor(deps.clock.now() / 1000);
  const sessionId = `${seconds}-${randomAlphanumeric(deps.randomness, SESSION_RANDOM)}`;
  let total = 0;
  if (keeps === undefined && ids === undefined) {
    total = await sessions.saveAll(projectId, groupKey, sessionId, pageSize);
  } else {
    const candidates =
      ids === undefined
        ? scan(deps.reader, projectId, groupKey)
        : named(deps.reader, projectId, groupKey, ids);
    let page = 0;
    let own: string[] = [];
    const save = async () => {
      if (own.length > 0)
        await sessions.savePage(projectId, sessionId, page, { total: 0, pageSize, ids: own });
      page += 1;
      own = [];
    };
    for await (const profiles of candidates) {
      for (const profile of profiles) {
        const verdict = keeps === undefined || judge(profile, keeps);
        if (typeof verdict !== "boolean") return fail(verdict);
        if (!verdict) continue;
        total += 1;
        own.push(profile.id);
        if (own.length === pageSize) await save();
      }
    }
    await save();
  }
  await sessions.finish(projectId, sessionId, total, pageSize);
  const first = await sessions.find(projectId, sessionId, 0);
  return ok({ sessionId, total, pageSize, ids: first?.ids ?? [] });
}

const judge = ({ id, text }: StoredProfile, keeps: Predicate<Subject>): boolean | OperandFailure =>
  keeps({ id, properties: parseProperties(text) });

async function* scan(
  reader: FindPageDeps["reader"],
  projectId: number,
  groupKey: string,
): AsyncGenerator<StoredProfile[]> {
  for (let after: string | undefined; ; ) {
    const profiles = await reader.page(projectId, groupKey, { after, limit: SCAN_ROWS });
    if (profiles.length > 0) yield profiles;
    if (profiles.length < SCAN_ROWS) return;
    after = profiles.at(-1)?.id;
  }
}

async function* named(
  reader: FindPageDeps["reader"],
  projectId: number,
  groupKey: string,
  ids: readonly string[],
): AsyncGenerator<StoredProfile[]> {
  const profiles = await reader.findMany(projectId, groupKey, ids);
  yield profiles.sort((left, right) => Buffer.compare(Buffer.from(left.id), Buffer.from(right.id)));
}
