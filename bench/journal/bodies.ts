import { seededRandom } from "../../src/journal/testing/random.ts";

const CITIES = ["Berlin", "Lagos", "Lima", "Osaka", "Pune", "Quito", "Riga", "Seoul", "Tunis", "Ulm"];
const PAGES = [
  "/",
  "/pricing",
  "/docs/start",
  "/docs/import",
  "/blog/why-we-moved",
  "/account/settings",
  "/checkout",
];
const SYSTEMS = ["Windows", "Mac OS X", "Android", "iOS", "Linux"];

/** Newline-delimited rows as the door writes them: about 440 bytes and 19 properties each. */
export function makeBody(rows: number, seed: number): Buffer {
  const random = seededRandom(seed);
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => random.below(16).toString(16)).join("");
  const lines: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const user = random.below(50_000);
    const properties = [
      `"p1":"${random.pick(CITIES)}"`,
      `"p2":"${random.pick(SYSTEMS)}"`,
      `"p3":"Chrome"`,
      `"p4":${100 + random.below(40)}`,
      `"p5":"https://www.example.com${random.pick(PAGES)}"`,
      `"p6":"${random.pick(PAGES)}"`,
      `"p7":${random.below(2) === 0}`,
      `"p8":1920`,
      `"p9":1080`,
      `"p10":"web"`,
      `"p11":"2.47.${random.below(12)}"`,
      `"p12":${(random.next() * 200).toFixed(2)}`,
      `"p13":"campaign-${random.below(30)}"`,
      `"p14":"${hex(12)}"`,
      `"p15":${random.below(1_000_000)}`,
      `"p16":"en-US"`,
      `"p17":"https://www.google.com/"`,
      `"p18":${random.below(5)}`,
      `"p19":"variant-${random.below(2)}"`,
    ];
    lines.push(
      `{"e":"Page View","t":${1_760_000_000_000 + row * 37 + random.below(30)},"d":"user-${user}","v":"${hex(16)}","i":"${hex(36)}",${properties.join(",")}}`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}
