import { seededRandom } from "../../tests/support/random.ts";

export type Person = { id: string; properties: Record<string, unknown> };

const PLANS = ["free", "pro", "team", "enterprise"];
const CITIES = ["Berlin", "São Paulo", "Pune", "Osaka", "Accra", "Lyon"];

/** People as a server would send them: ten properties, some 250 bytes. The same seed and range give the same ids with other values. */
export function makePeople(from: number, count: number, seed: number): Person[] {
  const random = seededRandom(seed * 1_000_003 + from);
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return {
      id: `user-${number.toString(36).padStart(8, "0")}`,
      properties: {
        $name: `Person ${number}`,
        $email: `person.${number}@example.com`,
        plan: PLANS[random.below(PLANS.length)],
        city: CITIES[random.below(CITIES.length)],
        seats: random.below(500),
        revenue: random.below(1_000_000) / 100,
        is_trial: random.below(2) === 0,
        tags: ["a", "b", `t${random.below(20)}`],
        signed_up_at: "2026-01-31T10:00:00",
        last_order: `order-${random.below(1_000_000)}`,
      },
    };
  });
}
