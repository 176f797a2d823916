import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../support/product.ts";

type Loader = { lanes: Record<"live" | "bulk", { loaded: number; accepted: number }> };

/** Until everything accepted can be read. */
export async function loaded({ url }: Pick<Product, "url">): Promise<void> {
  for (;;) {
    const { parts } = (await (await fetch(`${url}/readyz`)).json()) as { parts: { loader: Loader } };
    if (Object.values(parts.loader.lanes).every((lane) => lane.loaded >= lane.accepted)) return;
    await sleep(50);
  }
}
