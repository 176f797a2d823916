export type Product = { sku: string; name: string; category: string; brand: string; euro: number };

const BRANDS = ["Harbour", "Pine & Co", "Nordlys", "Atelier Brun", "Kettle Lane"] as const;

const RANGE: Record<string, readonly (readonly [string, number])[]> = {
  Kitchen: [
    ["Enamel kettle", 49],
    ["Cast-iron pan", 79],
    ["Oak cutting board", 35],
    ["Pour-over set", 42],
    ["Linen apron", 29],
    ["Salt cellar", 18],
    ["Chef's knife", 95],
  ],
  Lighting: [
    ["Paper pendant", 65],
    ["Desk lamp", 89],
    ["Floor lamp", 189],
    ["Candle holder", 22],
    ["Fairy lights", 16],
  ],
  Textiles: [
    ["Wool throw", 99],
    ["Linen sheets", 145],
    ["Cotton towel", 24],
    ["Cushion cover", 32],
    ["Jute rug", 159],
  ],
  Furniture: [
    ["Bedside table", 149],
    ["Bookshelf", 279],
    ["Dining chair", 129],
    ["Bench", 199],
    ["Coat rack", 69],
  ],
  Garden: [
    ["Watering can", 38],
    ["Terracotta pot", 19],
    ["Hand trowel", 21],
    ["Bird feeder", 27],
  ],
  Stationery: [
    ["Notebook", 14],
    ["Brass pen", 45],
    ["Wall calendar", 19],
    ["Letter tray", 33],
  ],
};

/** What the shop sells; the first ones of each category sell best. */
export const PRODUCTS: readonly Product[] = Object.entries(RANGE)
  .flatMap(([category, items]) => items.map(([name, euro]) => ({ category, name, euro })))
  .map((item, index) => ({
    sku: `HP-${1001 + index}`,
    ...item,
    brand: BRANDS[index % BRANDS.length] ?? "Harbour",
  }));

const MARGIN = 0.42;

/** As a lookup table takes them; the first column is the key. */
export function productsCsv(): string {
  const lines = PRODUCTS.map(({ sku, name, category, brand, euro }) =>
    [sku, name, category, brand, euro, (euro * (1 - MARGIN)).toFixed(2), euro >= 100].join(","),
  );
  return ["sku,product_name,product_category,brand,list_price_eur,cost_eur,bulky", ...lines].join("\n");
}
