import { Type } from "typebox";
import type { JobKind } from "../platform/jobs/index.ts";

const Payload = Type.Object({ importId: Type.Integer(), runId: Type.String() });

/** A run of an import, as it is sent. What it does is in `jobs.ts`: whoever sends one need not know. */
export const runImportJob = {
  name: "warehouse.run-import",
  payload: Payload,
  // A run decides itself how often it is worth another try; these are for servers that die.
  attemptsMax: 100,
  // Two runs of one import would read the same rows against the same state.
  serialBy: ({ importId }) => String(importId),
  parallelMax: 4,
  timeoutMs: 22 * 3_600_000,
  retryDelayMs: 2_000,
  retryDelayMaxMs: 60_000,
} satisfies JobKind<typeof Payload>;
