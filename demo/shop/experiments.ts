import type { Visit } from "./visit.ts";

/** What the shop tries out, in days from the first. The flags in the server have the same keys. */
export const FREE_SHIPPING = { key: "free_shipping_banner", fromDay: 20, toDay: 55 } as const;
export const ONE_PAGE_CHECKOUT = { key: "one_page_checkout", fromDay: 76, toDay: 90 } as const;

/** Those who see the banner put more into their carts; it stays for everybody after the decision. */
const BANNER_LIFT = 1.4;
/** A shorter checkout helps a little: not enough yet to be sure of it. */
const CHECKOUT_LIFT = 1.05;

export function bannerLift(visit: Visit): number {
  if (visit.day > FREE_SHIPPING.toDay) return BANNER_LIFT;
  return expose(visit, FREE_SHIPPING) === "treatment" ? BANNER_LIFT : 1;
}

export const checkoutLift = (visit: Visit): number =>
  expose(visit, ONE_PAGE_CHECKOUT) === "treatment" ? CHECKOUT_LIFT : 1;

/** The variant of whoever takes part; the first time, an event says so. */
function expose(visit: Visit, { key, fromDay, toDay }: { key: string; fromDay: number; toDay: number }) {
  if (visit.day < fromDay || visit.day > toDay) return "control";
  const known = visit.visitor.variants.get(key);
  if (known !== undefined) return known;
  const variant = visit.random.chance(0.5) ? "treatment" : "control";
  visit.visitor.variants.set(key, variant);
  visit.emit("$experiment_started", { "Experiment name": key, "Variant name": variant }, 1);
  return variant;
}
