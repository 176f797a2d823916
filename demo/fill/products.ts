import { PRODUCTS, productsCsv } from "../shop/products.ts";
import { ask, askApp, type Target } from "./api.ts";

/** The lookup table that says more about each `sku`. */
export async function fillProducts(target: Target): Promise<{ products: number }> {
  const { id } = await askApp<{ id: string }>(target, "POST", "projects/1/lookup-tables", {
    name: "Products",
  });
  await ask(target, "PUT", `/lookup-tables/${id}?project_id=1`, {
    bytes: new TextEncoder().encode(productsCsv()),
    headers: { "content-type": "text/csv" },
  });
  await askApp(target, "PUT", `projects/1/lookup-tables/${id}/mappings`, {
    mappings: ["sku", "skus"].map((property) => ({ subject: "event", property })),
  });
  return { products: PRODUCTS.length };
}
