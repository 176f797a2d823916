import type { EventNote } from "./declare.ts";

const MEMBERS = { contacts: ["mara@harbourandpine.example"], teamContacts: ["Members"] } as const;

/** Accounts, and what is declared for other reasons: hidden, dropped, not sent yet. */
export const OTHER_EVENTS: Record<string, EventNote> = {
  "Signed Up": {
    ...{ displayName: "Account created", description: "A visitor became a member.", tags: ["members"] },
    ...MEMBERS,
    properties: {
      method: ["string", "email, google or apple.", { displayName: "Method" }],
      email: ["string", "Address of the member.", { displayName: "E-mail", format: "email" }],
      plan: ["string", "Plan at the start.", { displayName: "Plan" }],
    },
    required: ["method"],
  },
  "Signed In": {
    ...{ description: "A member signed in on a device.", tags: ["members"], ...MEMBERS },
    properties: { method: ["string", "email, google or apple.", { displayName: "Method" }] },
  },
  "Newsletter Subscribed": {
    ...{ description: "Somebody asked for the newsletter.", tags: ["members", "marketing"], ...MEMBERS },
  },
  "Review Submitted": {
    ...{ description: "A member rated a product.", tags: ["members"], ...MEMBERS },
    properties: { rating: ["integer", "1 to 5 stars.", { displayName: "Stars" }] },
  },
  "Support Ticket Opened": {
    ...{ description: "Somebody asked for help.", tags: ["care"], teamContacts: ["Customer care"] },
    properties: { topic: ["string", "What it is about.", { displayName: "Topic" }] },
  },
  "Debug Log": {
    ...{ description: "Lines for the developers, of no use in reports.", tags: ["technical"], hidden: true },
  },
  Heartbeat: {
    ...{ description: "Sent by old app versions every few minutes; nobody reads it.", tags: ["technical"] },
    dropped: true,
  },
  "Gift Card Redeemed": {
    description: "Planned for the winter release; not sent yet.",
    tags: ["revenue", "planned"],
    properties: { amount: ["number", "Value of the card.", { displayName: "Amount" }] },
  },
  "Store Order": {
    description: "An order from the shops in town, imported from the warehouse.",
    tags: ["revenue", "warehouse"],
    properties: { total: ["number", "Sum of the order.", { displayName: "Total" }] },
  },
  "Store Return": {
    description: "Something was brought back to a shop in town, imported from the warehouse.",
    tags: ["revenue", "warehouse"],
    properties: { amount: ["number", "What was paid back.", { displayName: "Amount" }] },
  },
};

export const MEMBER_PROFILE: EventNote = {
  description: "A member of the shop.",
  tags: ["members"],
  properties: {
    plan: ["string", "free, plus or business.", { displayName: "Plan" }],
    orders: ["integer", "Orders so far.", { displayName: "Orders" }],
    lifetime_value_eur: ["number", "What the member has spent.", { displayName: "Lifetime value (EUR)" }],
    newsletter: ["boolean", "Whether the newsletter is sent.", { displayName: "Newsletter" }],
    first_source: ["string", "Where the first visit came from.", { displayName: "First source" }],
  },
};
