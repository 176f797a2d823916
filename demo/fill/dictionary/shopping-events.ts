import type { EventNote, PropertyNote } from "./declare.ts";

const GROWTH = { contacts: ["mara@harbourandpine.example"], teamContacts: ["Growth"] } as const;
const CHECKOUT = { contacts: ["jon@harbourandpine.example"], teamContacts: ["Checkout"] } as const;

const sku: PropertyNote = ["string", "The product's number.", { displayName: "SKU", examples: ["HP-1001"] }];
const currency: PropertyNote = ["string", "ISO 4217 code.", { displayName: "Currency", examples: ["EUR"] }];
const everywhere: Record<string, PropertyNote> = {
  platform: ["string", "web or mobile web."],
  app_version: ["string", "Release of the shop's front end.", { displayName: "App version" }],
  company_id: ["string", "The business customer somebody shops for.", { displayName: "Company" }],
};

/** Browsing and buying, as the shop declares them. */
export const SHOPPING_EVENTS: Record<string, EventNote> = {
  "Session Started": {
    ...{ description: "Somebody came to the shop.", tags: ["traffic"], ...GROWTH },
    properties: {
      landing_page: ["string", "First page of the session.", { displayName: "Landing page" }],
      utm_source: ["string", "Where the visitor came from.", { displayName: "Source" }],
      utm_medium: ["string", "By what kind of link.", { displayName: "Medium" }],
      utm_campaign: ["string", "Campaign of the link.", { displayName: "Campaign" }],
      ...everywhere,
    },
  },
  "Page Viewed": {
    ...{ description: "A page was shown.", tags: ["traffic"], ...GROWTH },
    properties: {
      page: ["string", "Path of the page.", { displayName: "Page" }],
      load_ms: ["integer", "Time until the page could be used.", { displayName: "Load time", hidden: true }],
      ...everywhere,
    },
    required: ["page"],
  },
  "Product Searched": {
    ...{ description: "Somebody searched the shop.", tags: ["discovery"], ...GROWTH },
    properties: {
      query: ["string", "What was typed.", { displayName: "Search words" }],
      results_count: ["integer", "How many products were found.", { displayName: "Results" }],
      ...everywhere,
    },
    required: ["query"],
    additionalProperties: false,
  },
  "Product Viewed": {
    ...{ description: "A product's page was opened.", tags: ["discovery", "funnel"], ...GROWTH },
    properties: {
      ...{ sku, category: ["string", "Category of the product.", { displayName: "Category" }], currency },
      price: ["number", "Price in the visitor's currency.", { displayName: "Price" }],
      ...everywhere,
    },
    required: ["sku", "price"],
  },
  "Added to Cart": {
    ...{ description: "A product was put into the cart.", tags: ["funnel"], ...CHECKOUT },
    properties: {
      ...{ sku, currency, category: ["string", "Category of the product."] },
      quantity: ["integer", "How many pieces.", { displayName: "Quantity" }],
      price: ["number", "Price of one piece.", { displayName: "Price" }],
      ...everywhere,
    },
    required: ["sku", "quantity"],
  },
  "Removed from Cart": {
    ...{ description: "A product was taken out of the cart again.", tags: ["funnel"], ...CHECKOUT },
    properties: { sku, quantity: ["integer", "How many pieces."], ...everywhere },
  },
  "Checkout Started": {
    ...{ description: "The first step of the checkout was shown.", tags: ["funnel"], ...CHECKOUT },
    properties: {
      cart_value: ["number", "Sum of the cart.", { displayName: "Cart value" }],
      ...{ currency, items_count: ["integer", "Pieces in the cart.", { displayName: "Items" }] },
      ...everywhere,
    },
    required: ["cart_value"],
  },
  "Coupon Applied": {
    ...{ description: "A coupon was accepted in the checkout.", tags: ["funnel", "marketing"], ...CHECKOUT },
    properties: {
      coupon: ["string", "Code that was used.", { displayName: "Coupon" }],
      discount_percent: ["integer", "What it takes off.", { displayName: "Discount (%)" }],
      ...everywhere,
    },
  },
  Purchase: {
    ...{ displayName: "Order completed", description: "Somebody paid for an order." },
    ...{ tags: ["funnel", "revenue"], ...CHECKOUT },
    properties: {
      order_id: ["string", "Number of the order.", { displayName: "Order" }],
      revenue: ["number", "What was paid, in the customer's currency.", { displayName: "Revenue" }],
      revenue_eur: ["number", "The same in euros.", { displayName: "Revenue (EUR)" }],
      ...{ currency, items_count: ["integer", "Pieces in the order.", { displayName: "Items" }] },
      skus: ["array", "Products of the order.", { displayName: "SKUs" }],
      payment_method: ["string", "How it was paid.", { displayName: "Payment method" }],
      shipping_method: ["string", "How it is sent.", { displayName: "Shipping" }],
      coupon: ["string", "Code that was used.", { displayName: "Coupon" }],
      plan: ["string", "The member's plan.", { displayName: "Plan" }],
      is_first_order: ["boolean", "Whether it is the member's first.", { displayName: "First order" }],
      card_last4: ["string", "Digits of the card. Never kept.", { dropped: true }],
      ...everywhere,
    },
    required: ["order_id", "revenue", "currency"],
  },
  "Refund Issued": {
    ...{ description: "Money went back to a customer.", tags: ["revenue"] },
    ...{ contacts: ["mara@harbourandpine.example"], teamContacts: ["Customer care"] },
    properties: {
      order_id: ["string", "Number of the order.", { displayName: "Order" }],
      amount: ["number", "What was paid back.", { displayName: "Amount" }],
      ...{ currency, reason: ["string", "Why.", { displayName: "Reason" }] },
    },
    required: ["order_id", "amount"],
  },
};
