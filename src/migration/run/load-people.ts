import type { ProfileUpdate } from "../../profiles/index.ts";
import type { MigrationDeps } from "../deps.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { type Person, peopleStore } from "../store/people-store.ts";
import type { Job } from "../types.ts";
import { handOver } from "./hand-over.ts";

const PAGE = 1000;

/** Sends what was gathered of persons, each as of its time: what is newer here stays. Sent twice it changes nothing. */
export async function loadPeople(deps: MigrationDeps, job: Job, signal: AbortSignal): Promise<void> {
  const people = peopleStore(deps.db);
  const counts = { seen: await people.count(job.id), loaded: 0, failed: 0 };
  let after = "";
  while (!job.dryRun) {
    const page = await people.page(job.id, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const updates = page.map(updateOf);
    const { position } = await handOver(() => deps.profiles.append(job.projectId, updates), signal);
    job.position = Math.max(job.position, position);
    after = last.userId;
    counts.loaded += page.length;
    deps.reach("migration.people");
  }
  job.profiles = counts;
  await jobsStore(deps.db).change(job.id, { profiles: counts, position: job.position });
}

const updateOf = ({ userId, asOfMs, createdMs, properties }: Person): ProfileUpdate => ({
  groupKey: "",
  id: userId,
  timeMs: asOfMs,
  touches: false,
  followsLinks: true,
  set: properties,
  ...(createdMs === null || Object.hasOwn(properties, "$created")
    ? {}
    : { setOnce: { $created: new Date(createdMs).toISOString().slice(0, 19) } }),
});
