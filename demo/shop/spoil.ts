import type { Random } from "../../src/journal/testing/random.ts";
import type { ShopEvent } from "./visit.ts";

/** Mistakes that real applications make: a few events are not as the dictionary declares them. */
export function spoil(random: Random, record: ShopEvent): void {
  const mistake = MISTAKES[record.event];
  if (mistake === undefined || !random.chance(mistake.share)) return;
  mistake.make(record.properties);
}

type Mistake = { share: number; make(properties: Record<string, unknown>): void };

const MISTAKES: Record<string, Mistake | undefined> = {
  Purchase: {
    share: 0.02,
    make: (properties) => {
      properties.revenue = String(properties.revenue);
    },
  },
  "Product Viewed": {
    share: 0.004,
    make: (properties) => {
      delete properties.sku;
    },
  },
  "Added to Cart": {
    share: 0.008,
    make: (properties) => {
      properties.quantity = "1 pcs";
    },
  },
  "Signed Up": {
    share: 0.03,
    make: (properties) => {
      properties.email = "not given";
    },
  },
  "Product Searched": {
    share: 0.01,
    make: (properties) => {
      properties.search_engine_debug = "shard-3";
    },
  },
};
