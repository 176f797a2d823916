import { FREE_SHIPPING, ONE_PAGE_CHECKOUT } from "../../shop/experiments.ts";

const ORDERS = { name: "Orders", kind: "rate", event: { name: "Purchase" } };
const ERRORS = {
  ...{ name: "Errors shown", type: "guardrail", direction: "down", kind: "rate" },
  event: { name: "Error Shown" },
};

/** What the experiments' records say; the flags have the same keys. */
export const DECIDED = {
  flag: {
    ...{ key: FREE_SHIPPING.key, name: "Free-shipping banner", tags: ["cart"] },
    description: "Says on every page from which sum on shipping is free.",
  },
  record: {
    name: "Free-shipping banner",
    description: "A banner on every page says from which sum on shipping is free.",
    hypothesis: "Those who know the sum put more into their carts, and more of them order.",
    tags: ["cart", "revenue"],
    metrics: [
      ORDERS,
      {
        ...{ name: "Revenue per visitor (EUR)", type: "secondary", kind: "value_sum" },
        ...{ event: { name: "Purchase" }, property: "revenue_eur", winsorize: true },
      },
      { name: "Carts", type: "secondary", kind: "rate", event: { name: "Added to Cart" } },
      ERRORS,
    ],
    settings: { winsorization: { enabled: true, percentile: 99 } },
  },
  decision: {
    ...{ success: true, variant: "treatment" },
    message: "Clearly more orders and no more errors: the banner stays, for everybody.",
  },
} as const;

export const RUNNING = {
  flag: {
    ...{ key: ONE_PAGE_CHECKOUT.key, name: "One-page checkout", tags: ["checkout"] },
    description: "Address, shipping and payment on a single page.",
  },
  record: {
    name: "One-page checkout",
    description: "Address, shipping and payment on a single page instead of three.",
    hypothesis: "Fewer steps lose fewer people between checkout and order.",
    tags: ["checkout"],
    metrics: [
      { ...ORDERS, conversion_window: { unit: "day", value: 3 } },
      { name: "Coupons used", type: "secondary", kind: "rate", event: { name: "Coupon Applied" } },
      ERRORS,
    ],
    settings: { endCondition: "days", endAfterDays: 28, minExposuresPerVariant: 1500 },
  },
} as const;

export const DRAFT = {
  flag: {
    ...{ key: "similar_products", name: "Similar products", tags: ["discovery"] },
    description: "Three products of the same category below each product.",
  },
  record: {
    name: "Similar products",
    description: "Shows three products of the same category below each product.",
    hypothesis: "People who see alternatives look at more products before they leave.",
    tags: ["discovery"],
    metrics: [
      { name: "Products viewed", kind: "total_events", event: { name: "Product Viewed" } },
      { ...ORDERS, type: "secondary" },
    ],
    settings: {},
  },
} as const;
