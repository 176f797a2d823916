import type { WrittenState } from "../../profiles/index.ts";
import type { MigrationDeps } from "../deps.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { type PersonText, peopleStore } from "../store/people-store.ts";
import type { Job } from "../types.ts";
import { handOver } from "./hand-over.ts";

const PAGE = 1000;
/** Pages on their way into the journal, which share a sync. Whose page comes first is nothing to anybody: each person is on one. */
const UNDER_WAY_MAX = 4;

/** Sends what was gathered of persons, each as of its time: what is newer here stays. Sent twice it changes nothing. */
export async function loadPeople(deps: MigrationDeps, job: Job, signal: AbortSignal): Promise<void> {
  const people = peopleStore(deps.db);
  const counts = { seen: await people.count(job.id), loaded: 0, failed: 0 };
  let after = "";
  const underWay: Promise<void>[] = [];
  const send = async (page: readonly PersonText[]): Promise<void> => {
    const states = page.map(stateOf);
    const { position } = await handOver(() => deps.profiles.append(job.projectId, states), signal);
    job.position = Math.max(job.position, position);
    counts.loaded += page.length;
    deps.reach("migration.people");
  };
  while (!job.dryRun) {
    const page = await people.page(job.id, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.userId;
    const sent = send(page);
    // Whoever waits for it hears of it.
    sent.catch(() => undefined);
    underWay.push(sent);
    if (underWay.length >= UNDER_WAY_MAX) await underWay.shift();
  }
  await Promise.all(underWay);
  job.profiles = counts;
  await jobsStore(deps.db).change(job.id, { profiles: counts, position: job.position });
}

const stateOf = ({ userId, asOfMs, createdMs, properties }: PersonText): WrittenState => ({
  id: userId,
  timeMs: asOfMs,
  properties,
  ...(createdMs === null || saysWhenCreated(properties)
    ? {}
    : { setOnce: { $created: new Date(createdMs).toISOString().slice(0, 19) } }),
});

/** Written by `JSON.stringify`, a name has no other spelling; but it may stand within a value. */
const saysWhenCreated = (properties: string): boolean =>
  properties.includes('"$created"') && Object.hasOwn(JSON.parse(properties), "$created");
