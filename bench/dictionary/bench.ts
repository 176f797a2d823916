import { machine } from "../support/machine.ts";
import { CREDENTIALS, startProduct } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";
import { openBareUpsert } from "./bare-upsert.ts";
import { type BenchEntry, makeEntries } from "./entries.ts";

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 5000);
const PROPERTIES = Number(process.env.BENCH_PROPERTIES ?? 20);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const bare = await openBareUpsert();
const ours = await startProduct();
const headers = {
  authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`,
  "content-type": "application/json",
};
const url = `${ours.url}/api/app/projects/1/schemas`;
type Shot = { kind: "new" | "known" | "the same again"; oursMs: number; bareMs: number };
const shots: Shot[] = [];

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function send(body: string): Promise<void> {
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.json();
}

async function measure(kind: Shot["kind"], entries: readonly BenchEntry[]): Promise<void> {
  const body = JSON.stringify({ entries });
  const bareMs = await timed(() => bare.write(entries));
  shots.push({ kind, bareMs, oursMs: await timed(() => send(body)) });
}

let [listMs, bytes] = [0, 0];
try {
  // A few of other names first, so that neither is measured cold.
  for (let round = 0; round < 3; round += 1) {
    const warm = makeEntries(300, PROPERTIES, round).map((entry) => ({
      ...entry,
      name: `warm ${entry.name}`,
    }));
    await measure("new", warm);
  }
  shots.length = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    await measure(round === 0 ? "new" : "known", makeEntries(ENTRIES, PROPERTIES, round));
  await measure("the same again", makeEntries(ENTRIES, PROPERTIES, ROUNDS - 1));
  listMs = await timed(async () => {
    bytes = (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
  });
} finally {
  await Promise.all([ours.close(), bare.close()]);
}

const kinds = ["new", "known", "the same again"] as const;
const ratioOf = (kind: Shot["kind"]): number =>
  median(shots.filter((shot) => shot.kind === kind).map(({ bareMs, oursMs }) => bareMs / oursMs));
printReport({
  name: `dictionary: one upload of ${ENTRIES} entries with ${PROPERTIES} properties each, merged, versioned and answered after the commit; beside a bare bulk upsert of the same rows`,
  rows: kinds.map((kind) => {
    const own = shots.filter((shot) => shot.kind === kind);
    return {
      entries: kind,
      "ours ms": Math.round(median(own.map(({ oursMs }) => oursMs))),
      "bare upsert ms": Math.round(median(own.map(({ bareMs }) => bareMs))),
      "of bare": ratioOf(kind).toFixed(2),
    };
  }),
  goals: (["new", "known"] as const).map((kind) => ({
    goal: `${kind} entries: at least 0.5 of a bare bulk upsert`,
    measured: ratioOf(kind).toFixed(2),
    met: ratioOf(kind) >= 0.5,
  })),
  about: { ...machine(), list: `${Math.round(listMs)} ms, ${bytes} bytes`, rounds: ROUNDS },
});
