import { createSlots, type Slots } from "../../platform/slots.ts";

/** Of comparisons, how many a project may have at once: each reads a whole table and holds a connection to its warehouse. */
export const VERIFICATIONS_MAX = 2;

export type Places = { of(projectId: number): Slots };

export function verificationPlaces(): Places {
  const byProject = new Map<number, Slots>();
  return {
    of(projectId) {
      const slots = byProject.get(projectId) ?? createSlots(VERIFICATIONS_MAX);
      byProject.set(projectId, slots);
      return slots;
    },
  };
}
