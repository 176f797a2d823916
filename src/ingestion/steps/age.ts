import { refuse, type Step } from "../draft.ts";

const DAY_MS = 86_400_000;

/** Doors for what happens now take no history: an old event there is nearly always a client whose clock or queue went wrong. */
export const age: Step = {
  name: "age",
  run({ sentTimeMs }, { limits: { ageMaxMs }, nowMs, strict }) {
    if (ageMaxMs === undefined || sentTimeMs === undefined || sentTimeMs >= nowMs - ageMaxMs)
      return undefined;
    if (!strict) return { drop: "too_old" };
    const days = Math.floor(ageMaxMs / DAY_MS);
    return refuse(
      "time_too_old",
      "properties.time",
      `'properties.time' is invalid: must be within the last ${days} days; send older events to /import`,
    );
  },
};
