import { refuse, type Step } from "../draft.ts";

export const properties: Step = {
  name: "properties",
  run(draft) {
    const given = draft.record.properties;
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return refuse("properties_missing", "properties", "'properties' must not be missing");
    }
    draft.properties = given as Record<string, unknown>;
    return undefined;
  },
};
