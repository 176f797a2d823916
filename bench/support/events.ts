import { seededRandom } from "../../src/journal/testing/random.ts";

const EVENTS = [
  "Page View",
  "Button Clicked",
  "Product Viewed",
  "Added to Cart",
  "Checkout Started",
  "Purchase",
  "Search",
  "Login",
];
const CITIES = ["Berlin", "Paris", "London", "New York", "Tokyo", "Lagos"];
const COUNTRIES = ["DE", "FR", "GB", "US", "JP", "NG"];

export type BenchEvent = { event: string; properties: Record<string, string | number | boolean> };

/** Events as a shop sends them: about 440 bytes of JSON and 19 properties, no two with the same insert id. */
export function* makeEvents(
  count: number,
  { seed = 1, fromMs = 1_760_000_000_000 } = {},
): Generator<BenchEvent> {
  const random = seededRandom(seed);
  const hex = (digits: number): string => {
    let text = "";
    while (text.length < digits) text += random.below(0x1_0000_0000).toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };
  for (let index = 0; index < count; index += 1) {
    const user = random.below(200_000);
    yield {
      event: random.pick(EVENTS),
      properties: {
        time: fromMs + index * 3 + random.below(1000),
        distinct_id: `user-${user}`,
        $device_id: `dev-${(Math.imul(user + 1, 2_654_435_761) >>> 0).toString(16)}`,
        $insert_id: hex(16),
        $os: random.pick(["Mac OS X", "Windows", "iOS", "Android", "Linux"]),
        $browser: random.pick(["Chrome", "Safari", "Firefox", "Edge"]),
        $browser_version: 100 + random.below(30),
        $current_url: `https://shop.example.com/p/${random.below(5000)}`,
        $city: random.pick(CITIES),
        mp_country_code: random.pick(COUNTRIES),
        $screen_height: random.pick([1080, 900, 1440, 844]),
        $screen_width: random.pick([1920, 1440, 2560, 390]),
        plan: random.pick(["free", "pro", "team"]),
        price: random.below(20_000) / 100,
        quantity: 1 + random.below(5),
        is_member: random.below(10) < 3,
        category: random.pick(["shoes", "shirts", "hats", "bags", "toys"]),
        experiment: random.pick(["A", "B"]),
        referrer: random.pick(["google", "direct", "newsletter", "twitter"]),
      },
    };
  }
}
