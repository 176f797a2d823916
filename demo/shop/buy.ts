import type { CartLine } from "./browse.ts";
import { checkoutLift } from "./experiments.ts";
import { priceIn } from "./places.ts";
import type { Visit } from "./visit.ts";
import { becomeMember, planOf } from "./visitors.ts";

/** What was bought, for a refund that may come later. */
export type Order = { id: string; revenue: number; currency: string };

const PAYMENTS = ["card", "paypal", "invoice", "apple_pay"] as const;
const SHIPPING = ["standard", "express", "pick_up_point"] as const;

/** From the cart to the order; many do not get there. */
export function buy(visit: Visit, cart: readonly CartLine[], orderNumber: () => number): Order | null {
  const { random, visitor } = visit;
  if (cart.length === 0 || !random.chance(0.58)) return null;
  const euro = cart.reduce((sum, { product, quantity }) => sum + product.euro * quantity, 0);
  const items = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  const { currency } = visitor.place;
  visit.emit("Checkout Started", {
    ...{ cart_value: priceIn(visitor.place, euro), currency, items_count: items },
  });
  const lift = checkoutLift(visit);
  if (!visit.signedIn) signUpOrIn(visit, 0.62);
  const coupon = random.chance(0.14) ? "PINE10" : null;
  if (coupon !== null) visit.emit("Coupon Applied", { coupon, discount_percent: 10 });
  if (random.chance(0.015)) visit.emit("Error Shown", { error_code: "payment_declined", page: "/checkout" });
  if (!random.chance(0.6 * lift)) return null;
  const paid = coupon === null ? euro : euro * 0.9;
  const order = { id: `HP-${orderNumber()}`, revenue: priceIn(visitor.place, paid), currency };
  visit.emit("Purchase", {
    ...{ order_id: order.id, revenue: order.revenue, currency, items_count: items },
    revenue_eur: Number(paid.toFixed(2)),
    skus: cart.map(({ product }) => product.sku),
    ...{ payment_method: random.pick(PAYMENTS), shipping_method: random.pick(SHIPPING), card_last4: "4242" },
    ...(coupon === null ? {} : { coupon }),
    ...{ plan: planOf(visitor), is_first_order: visitor.orders === 0 },
  });
  if (visit.signedIn) {
    visitor.orders += 1;
    visitor.spentEuro += paid;
  }
  return order;
}

/** A guest becomes a member, a member on a device without a session signs in. */
export function signUpOrIn(visit: Visit, probability: number): void {
  const { random, visitor } = visit;
  if (visit.signedIn || !random.chance(probability)) return;
  const method = random.chance(0.7) ? "email" : random.chance(0.6) ? "google" : "apple";
  const isNew = visitor.userId === null;
  if (isNew) becomeMember(random, visitor, visit.atMs);
  visit.signedIn = true;
  if (isNew) visit.emit("Signed Up", { method, email: visitor.email, plan: planOf(visitor) });
  else visit.emit("Signed In", { method });
  if (isNew && visitor.newsletter) visit.emit("Newsletter Subscribed", { place: "sign-up form" });
}
