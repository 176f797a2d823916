import { COMPANIES } from "../shop/names.ts";
import { planOf, type Visitor } from "../shop/visitors.ts";
import type { Target } from "./api.ts";
import { sendBatches } from "./send.ts";

/** Profiles of members and of the companies they shop for. */
export async function fillProfiles(
  target: Target,
  visitors: readonly Visitor[],
): Promise<{ profiles: number; companies: number }> {
  const members = visitors.filter(({ userId }) => userId !== null);
  const people = await sendBatches(target, "/engage?strict=1&project_id=1", members.map(profileOf));
  const companies = await sendBatches(target, "/groups?strict=1&project_id=1", COMPANIES.map(groupOf));
  return { profiles: people.sent, companies: companies.sent };
}

const profileOf = (visitor: Visitor) => ({
  $distinct_id: visitor.userId,
  $set: {
    $name: visitor.name,
    $email: visitor.email,
    $created: new Date(visitor.signedUpMs).toISOString().slice(0, 19),
    $country_code: visitor.place.country,
    $city: visitor.place.city,
    $region: visitor.place.region,
    plan: planOf(visitor),
    orders: visitor.orders,
    lifetime_value_eur: Number(visitor.spentEuro.toFixed(2)),
    newsletter: visitor.newsletter,
    first_source: visitor.channel.utm_source,
    ...(visitor.company === null ? {} : { company_id: visitor.company.id }),
    ...(visitor.lastSeenMs === 0 ? {} : { last_visit: new Date(visitor.lastSeenMs).toISOString() }),
  },
});

const groupOf = ({ id, name, industry, employees, plan }: (typeof COMPANIES)[number]) => ({
  $group_key: "company_id",
  $group_id: id,
  $set: { $name: name, industry, employees, plan },
});
