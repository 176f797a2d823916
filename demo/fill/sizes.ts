import type { WarehouseSize } from "./warehouse/write-file.ts";

export type DemoSize = { sessionsPerDay: number; migratedPerDay: number; warehouse: WarehouseSize };

/** Full: about 370,000 events of the shop itself. Small, for tests: about 5,000. */
export const SIZES = {
  full: {
    ...{ sessionsPerDay: 600, migratedPerDay: 900 },
    warehouse: { orders: 30_000, returns: 1_200, customers: 3_500 },
  },
  small: {
    ...{ sessionsPerDay: 8, migratedPerDay: 40 },
    warehouse: { orders: 600, returns: 40, customers: 60 },
  },
} as const satisfies Record<string, DemoSize>;
