import { SEARCHES } from "./channels.ts";
import { between, choose } from "./choose.ts";
import { bannerLift } from "./experiments.ts";
import { priceIn } from "./places.ts";
import { PRODUCTS, type Product } from "./products.ts";
import type { Visit } from "./visit.ts";

const SHOP = "https://harbourandpine.example";

export type CartLine = { product: Product; quantity: number };

const PAGES = [
  "/",
  "/new",
  "/sale",
  "/kitchen",
  "/lighting",
  "/textiles",
  "/furniture",
  "/garden",
  "/stories",
];

/** From the first page to a full cart, or to nothing. Answers what lies in the cart. */
export function browse(visit: Visit): CartLine[] {
  const { random, visitor } = visit;
  const landing = random.pick(PAGES);
  visit.emit("Session Started", { landing_page: landing, ...visitor.channel }, 1);
  const lift = bannerLift(visit);
  viewPage(visit, landing, 1);
  for (let pages = between(random, 0, 3); pages > 0; pages -= 1) viewPage(visit, random.pick(PAGES));
  if (random.chance(0.24)) search(visit);
  sideSteps(visit);
  const isMember = visitor.userId !== null;
  const cart: CartLine[] = [];
  for (let views = lookingAt(visit); views > 0; views -= 1) {
    const product = viewProduct(visit);
    if (random.chance((isMember ? 0.17 : 0.1) * lift)) cart.push(addToCart(visit, product));
  }
  if (cart.length > 0 && random.chance(0.12)) {
    const taken = cart.pop();
    if (taken) visit.emit("Removed from Cart", { sku: taken.product.sku, quantity: taken.quantity });
  }
  return cart;
}

/** Many leave after a page or two. */
const lookingAt = ({ random }: Visit): number => (random.chance(0.35) ? 0 : between(random, 1, 5));

const viewPage = (visit: Visit, path: string, seconds?: number): void =>
  visit.emit(
    "Page Viewed",
    { page: path, $current_url: `${SHOP}${path}`, load_ms: between(visit.random, 180, 1900) },
    seconds,
  );

function search(visit: Visit): void {
  const [query, results] = choose(visit.random, SEARCHES);
  visit.emit("Product Searched", { query, results_count: results });
}

/** Best sellers come first, so the square leans towards them. */
const somethingNice = ({ random }: Visit): Product =>
  PRODUCTS[Math.floor(PRODUCTS.length * random.next() ** 1.6)] ?? random.pick(PRODUCTS);

function viewProduct(visit: Visit): Product {
  const product = somethingNice(visit);
  visit.emit("Product Viewed", {
    ...{ sku: product.sku, category: product.category, currency: visit.visitor.place.currency },
    ...{ price: priceIn(visit.visitor.place, product.euro) },
    $current_url: `${SHOP}/p/${product.sku.toLowerCase()}`,
  });
  if (visit.random.chance(0.03)) visit.emit("wishlist_add", { sku: product.sku });
  return product;
}

function addToCart(visit: Visit, product: Product): CartLine {
  const quantity = visit.random.chance(0.8) ? 1 : between(visit.random, 2, 4);
  visit.emit("Added to Cart", {
    ...{ sku: product.sku, category: product.category, quantity, currency: visit.visitor.place.currency },
    price: priceIn(visit.visitor.place, product.euro),
  });
  return { product, quantity };
}

const ERRORS = ["image_timeout", "stock_check_failed", "payment_iframe_blocked"] as const;

/** What happens beside the shopping. */
function sideSteps(visit: Visit): void {
  const { random, visitor } = visit;
  if (random.chance(0.025)) visit.emit("Heartbeat", { uptime_s: between(random, 10, 900) });
  if (random.chance(0.02)) visit.emit("Debug Log", { level: "warn", message: "slow paint" });
  if (random.chance(0.012)) visit.emit("Error Shown", { error_code: random.pick(ERRORS), page: "/" });
  if (visitor.userId !== null && random.chance(0.015)) {
    visit.emit("Review Submitted", { sku: somethingNice(visit).sku, rating: random.chance(0.8) ? 5 : 3 });
  }
  if (random.chance(0.008)) {
    visit.emit("Support Ticket Opened", {
      topic: random.pick(["delivery", "returns", "payment", "product"]),
    });
  }
}
