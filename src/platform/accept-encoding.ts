/** More than any client names; the rest of a longer list does not count. */
const OFFERS_MAX = 100;

/** Whether `Accept-Encoding` asks for a content coding: by name or as `*`, and not with a weight of zero. */
export function acceptsCoding(header: string | string[] | undefined, coding: string): boolean {
  const offers = [header ?? ""].flat().join(",").toLowerCase().split(",", OFFERS_MAX);
  const weights = new Map(offers.map(readOffer));
  return (weights.get(coding) ?? weights.get("*") ?? 0) > 0;
}

function readOffer(offer: string): [coding: string, weight: number] {
  const [coding = "", ...rest] = offer.split(";").map((part) => part.trim());
  const weight = rest.find((part) => part.startsWith("q="))?.slice(2);
  return [coding, weight === undefined ? 1 : Number(weight)];
}
