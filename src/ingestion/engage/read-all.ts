import type { ProfileUpdate } from "../../profiles/index.ts";
import { makeSample, type Sample, type Sampler } from "../diagnostics/sampler.ts";
import { repairOf } from "../diagnostics/sentences.ts";
import type { ProfileRefusal, ProfileRepairCode } from "./codes.ts";
import { readUpdate, type UpdateContext } from "./read-update.ts";
import type { ProjectRecords } from "./sort-records.ts";

export type ReadRecords = {
  updates: ProfileUpdate[];
  /** What was refused or mended, by code. */
  counts: Record<string, number>;
  refusals: { index: number; refusal: ProfileRefusal }[];
  samples: Sample[];
};

/** The records of one project in their order. One record is refused or mended, never both. */
export function readAll(
  { projectId, records }: ProjectRecords,
  context: Omit<UpdateContext, "repaired">,
  sampler: Sampler,
): ReadRecords {
  const read: ReadRecords = { updates: [], counts: {}, refusals: [], samples: [] };
  const count = (code: string, record: unknown, why: { field: string; message: string }) => {
    read.counts[code] = (read.counts[code] ?? 0) + 1;
    if (sampler.wants(projectId, code)) read.samples.push(makeSample(code, record, why));
  };
  for (const { index, record } of records) {
    const repairs: [ProfileRepairCode, string][] = [];
    const update = readUpdate(record, { ...context, repaired: (...repair) => repairs.push(repair) });
    if (update.ok) {
      read.updates.push(update.value);
      for (const [code, field] of repairs) count(code, record, { ...repairOf(code), field });
    } else {
      count(update.failure.code, record, update.failure);
      read.refusals.push({ index, refusal: update.failure });
    }
  }
  return read;
}
