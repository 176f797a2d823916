import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { bindJob, createJobs, job } from "../../../src/platform/jobs/index.ts";
import { silentLog } from "../../../src/platform/log.ts";

/** The job that a child process runs until it is killed; a test's own node ends it at once. */
export const endless = job({
  name: "test.endless",
  payload: Type.Object({ forMs: Type.Number() }),
  attemptsMax: 3,
  serialBy: () => "one",
  async run({ started }: { started: (attempt: number) => Promise<void> }, _payload, { attempt }) {
    await started(attempt);
  },
});

const [url, nodeId, forMs] = process.argv.slice(2);
if (process.send && url && nodeId) {
  const started = async (attempt: number) => {
    process.send?.({ started: attempt });
    await sleep(Number(forMs));
    process.send?.({ ended: attempt });
  };
  const jobs = createJobs({ database: { url }, nodeId, log: silentLog }, [bindJob(endless, { started })]);
  await jobs.start();
  process.send({ ready: true });
}
