import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureClients } from "../../scripts/ensure-clients.mjs";
import { compileFlag, evaluateFlags, type Flag } from "../../src/flags/index.ts";
import { machine } from "../support/machine.ts";
import { median, printReport } from "../support/report.ts";
import { makeFlags } from "./flags.ts";

// npm run bench -- flags [--json] [--flags 100] [--rounds 7] [--seconds 1]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    flags: { type: "string", default: "100" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "1" },
  },
});
const [count, rounds, ms] = [Number(values.flags), Number(values.rounds), Number(values.seconds) * 1000];
const GOAL = 20_000;

const flags: Flag[] = makeFlags(count);
const compiled = flags.map(compileFlag);
const contextOf = (n: number) => ({
  distinct_id: `person-${n}`,
  custom_properties: { Plan: "Paid", seats: n % 10, country: "DE" },
});

/** The evaluator of the published client, on the definitions that we serve it. */
function createPeer(): (n: number) => number {
  ensureClients();
  const clients = join(import.meta.dirname, "../../tests/clients");
  const path = join(clients, "node_modules/mixpanel/lib/flags/index.js");
  const { LocalFeatureFlagsProvider } = createRequire(path)(path);
  const peer = new LocalFeatureFlagsProvider("token", {}, () => undefined, undefined);
  peer.flagDefinitions = new Map(
    flags.map(({ key, context, ruleset, hashSalt }) => [key, { key, context, ruleset, hash_salt: hashSalt }]),
  );
  return (n) => Object.keys(peer.getAllVariants(contextOf(n))).length;
}

const ours = (n: number): number => evaluateFlags(compiled, contextOf(n)).length;

/** People a second of the core's own time: what else the machine does makes no difference to that. */
function measure(evaluate: (n: number) => number): number {
  const [began, used] = [performance.now(), process.threadCpuUsage()];
  let people = 0;
  while (performance.now() - began < ms) {
    for (let n = 0; n < 20; n += 1) evaluate(people + n);
    people += 20;
  }
  const { user, system } = process.threadCpuUsage(used);
  return (people / (user + system)) * 1_000_000;
}

const peer = createPeer();
const rates: Record<"ours" | "peer", number[]> = { ours: [], peer: [] };
for (let round = 0; round <= rounds; round += 1) {
  // The first round warms up.
  const [own, other] = [measure(ours), measure(peer)];
  if (round > 0) {
    rates.ours.push(own);
    rates.peer.push(other);
  }
}
const [own, other] = [median(rates.ours), median(rates.peer)];
const row = (what: string, rate: number) => ({
  what,
  people_a_second: Math.round(rate),
  microseconds_each: Math.round((1_000_000 / rate) * 10) / 10,
});
printReport({
  name: `${count} flags for one person, one core`,
  rows: [row("ours, the answer as JSON", own), row("the published Node client's evaluator", other)],
  goals: [
    {
      goal: `${GOAL} people a second and core`,
      measured: `${Math.round(own)}, ${(own / other).toFixed(1)} times the client's`,
      met: own >= GOAL,
    },
  ],
  about: { ...machine(), flags: count, rounds },
});
