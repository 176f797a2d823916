import { type LinksReader, resolvePersons } from "../../identity/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type Randomness, randomAlphanumeric } from "../../platform/secrets.ts";
import {
  type ProfilesReader,
  parseProperties,
  type SessionsStore,
  type StoredProfile,
} from "../../profiles/index.ts";
import type { OperandFailure } from "../expression/failure.ts";
import { joinLookups } from "../join-lookups.ts";
import type { Lookups } from "../lookups.ts";
import { type EngageQuestion, type Filter, makeFilter, PROFILE_JOINING, type Subject } from "./question.ts";

export type FindPageDeps = {
  reader: Pick<ProfilesReader, "page" | "findMany">;
  sessions: SessionsStore;
  clock: Clock;
  randomness: Randomness;
  lookups?: Lookups | undefined;
  links: LinksReader;
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
  const { pageSize, filter, ids } = question;
  const { sessions } = deps;
  const seconds = Math.floor(deps.clock.now() / 1000);
  const sessionId = `${seconds}-${randomAlphanumeric(deps.randomness, SESSION_RANDOM)}`;
  let total = 0;
  if (filter === undefined && ids === undefined) {
    total = await sessions.saveAll(projectId, groupKey, sessionId, pageSize);
  } else {
    const candidates =
      ids === undefined ? scan(deps.reader, projectId, groupKey) : named(deps, projectId, groupKey, ids);
    const judge = filter && (await createJudge(deps.lookups, projectId, groupKey, filter));
    let page = 0;
    let own: string[] = [];
    const save = async () => {
      if (own.length > 0)
        await sessions.savePage(projectId, sessionId, page, { total: 0, pageSize, ids: own });
      page += 1;
      own = [];
    };
    for await (const profiles of candidates) {
      const verdicts = await judge?.(profiles);
      for (const [index, { id }] of profiles.entries()) {
        const verdict = verdicts?.[index] ?? true;
        if (typeof verdict !== "boolean") return fail(verdict);
        if (!verdict) continue;
        total += 1;
        own.push(id);
        if (own.length === pageSize) await save();
      }
    }
    await save();
  }
  await sessions.finish(projectId, sessionId, total, pageSize);
  const first = await sessions.find(projectId, sessionId, 0);
  return ok({ sessionId, total, pageSize, ids: first?.ids ?? [] });
}

type Judge = (profiles: readonly StoredProfile[]) => Promise<(boolean | OperandFailure)[]>;

/** The properties of people are looked up where they are mapped; those of groups are not. */
async function createJudge(
  lookups: Lookups | undefined,
  projectId: number,
  groupKey: string,
  filter: Filter,
): Promise<Judge> {
  const { expression } = filter;
  const join =
    lookups && groupKey === ""
      ? await joinLookups(lookups, projectId, expression, PROFILE_JOINING)
      : undefined;
  const joined = join ? makeFilter(expression, join) : ok(filter);
  const { keeps } = joined.ok ? joined.value : filter;
  return async (profiles) => {
    const subjects = profiles.map(({ id, text }): Subject => ({ id, properties: parseProperties(text) }));
    await join?.prepare(subjects);
    return subjects.map(keeps);
  };
}

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

/** People also by the ids of their devices, where these have no profiles of their own. */
async function* named(
  { reader, links }: Pick<FindPageDeps, "reader" | "links">,
  projectId: number,
  groupKey: string,
  ids: readonly string[],
): AsyncGenerator<StoredProfile[]> {
  const profiles = await reader.findMany(projectId, groupKey, ids);
  const found = new Set(profiles.map(({ id }) => id));
  const missing = groupKey === "" ? ids.filter((id) => !found.has(id)) : [];
  if (missing.length > 0) {
    const persons = await resolvePersons(links, projectId, missing);
    const others = persons.filter((id) => !found.has(id));
    profiles.push(...(await reader.findMany(projectId, groupKey, others)));
  }
  yield profiles.sort((left, right) => Buffer.compare(Buffer.from(left.id), Buffer.from(right.id)));
}
