import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../support/test-server.ts";
import { USAGE } from "./reader.ts";

type Loading = {
  ready: boolean;
  opening: boolean;
  lanes: Record<string, { accepted: number; loaded: number }>;
  projects_loading_anew: number[];
  frames_set_aside: number;
};

/** A loader that gets no further for so long hangs. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Everything accepted is in the store. Answers what keeps it from there, if it never comes. */
export async function waitUntilLoaded(url: string): Promise<string | undefined> {
  let last = "";
  for (let sameMs = 0; sameMs < PATIENCE_MS; sameMs += LOOK_EVERY_MS) {
    const { body } = await call(url, "GET", "/readyz", { as: null });
    const loader: Loading = body.parts.loader;
    if (isDone(loader)) {
      return loader.frames_set_aside === 0 ? undefined : `frames were set aside: ${JSON.stringify(loader)}`;
    }
    const place = JSON.stringify(loader, (key, value) => (key === "waitingMs" ? undefined : value));
    if (place !== last) sameMs = 0;
    last = place;
    await sleep(LOOK_EVERY_MS);
  }
  return `the loader does not get further: ${last}`;
}

const isDone = ({ ready, opening, lanes, projects_loading_anew: anew }: Loading): boolean =>
  ready &&
  !opening &&
  anew.length === 0 &&
  Object.values(lanes).every(({ accepted, loaded }) => accepted === loaded);

/** For the message of a failure. */
export const loaderState = (url: string): Promise<string> =>
  call(url, "GET", "/readyz", { as: null }).then(
    ({ body }) => JSON.stringify(body.parts),
    (cause: unknown) => String(cause),
  );

export async function readUsage(url: string): Promise<number> {
  const { body } = await call(url, "GET", USAGE);
  const counts: number[] = Object.values(body.results.by_source);
  return counts.reduce((sum, count) => sum + count, 0);
}
