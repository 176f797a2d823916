import { setTimeout as sleep } from "node:timers/promises";
import { CREDENTIALS, type Product } from "../support/product.ts";

const EVERY_MS = 500;
const LOOK_MS = 50;

type Lane = { loaded: number; accepted: number };

async function liveLane({ url }: Product): Promise<Lane> {
  const { parts } = (await (await fetch(`${url}/readyz`)).json()) as {
    parts: { loader: { lanes: Record<"live", Lane> } };
  };
  return parts.loader.lanes.live;
}

async function send({ url }: Product, number: number): Promise<void> {
  const event = {
    event: "Live",
    properties: { time: Date.now(), distinct_id: "visitor", $insert_id: `live-${number}` },
  };
  const response = await fetch(`${url}/import?strict=1&project_id=1`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify([event]),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Sends an event now and then until `during` is over, and answers how long each took from its sending until it could be asked for. */
export async function probeLive(product: Product, during: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  during.then(over, over);
  const took: number[] = [];
  for (let number = 0; !isOver; number += 1) {
    const began = performance.now();
    await send(product, number);
    const { accepted } = await liveLane(product);
    while ((await liveLane(product)).loaded < accepted) await sleep(LOOK_MS);
    took.push(performance.now() - began);
    await sleep(EVERY_MS);
  }
  return took;
}
