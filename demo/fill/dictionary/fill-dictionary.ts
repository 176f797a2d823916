import { askApp, type Target } from "../api.ts";
import { declare } from "./declare.ts";
import { MEMBER_PROFILE, OTHER_EVENTS } from "./other-events.ts";
import { SHOPPING_EVENTS } from "./shopping-events.ts";

/** Declares most of what the shop sends; `wishlist_add` and `Error Shown` are left for somebody to find. */
export async function fillDictionary(target: Target): Promise<{ declared: number }> {
  const events = { ...SHOPPING_EVENTS, ...OTHER_EVENTS };
  const entries = [
    ...Object.entries(events).map(([name, note]) => declare("event", name, note)),
    declare("profile", "$user", MEMBER_PROFILE),
  ];
  await askApp(target, "POST", "projects/1/schemas", { entries });
  await editAfterwards(target);
  return { declared: entries.length };
}

/** So that some entries have a history. */
async function editAfterwards(target: Target): Promise<void> {
  const purchase = "projects/1/dictionary/event/Purchase";
  await askApp(target, "PATCH", purchase, { description: "An order was paid for, online." });
  await askApp(target, "PATCH", purchase, { tags: ["funnel", "revenue", "north-star"] });
}
