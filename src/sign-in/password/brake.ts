import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "../../platform/network-of.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { InTurn } from "./turns.ts";

/** One guess a second at most: a password that is not among the first few thousand outlives whoever tries that. */
const PAUSE_MS = 1_000;
const TOO_MANY = { code: "too_many_failures" } as const;

export type BrakeFailure = typeof TOO_MANY | { code: "busy" };
export type Brake = <Value>(
  address: string,
  attempt: () => Promise<Value>,
) => Promise<Result<Value, BrakeFailure>>;

/**
 * Whoever failed too often from an address tries one password at a time, and slowly. The right one still passes, as it must for those
 * who share the address. Refusals alone slow nobody down who ignores them: each would still tell whether a guess was right.
 */
export function createBrake(isOver: (address: string) => boolean, inTurn: InTurn, pauseMs = PAUSE_MS): Brake {
  const trying = new Set<string>();
  return async (address, attempt) => {
    if (!isOver(address)) {
      // Asked again when its turn has come: of a hundred sent at once, all but the first few find out then.
      const done = await inTurn(async () => (isOver(address) ? fail(TOO_MANY) : ok(await attempt())));
      return done.ok ? done.value : done;
    }
    const network = networkOf(address);
    if (trying.has(network)) return fail(TOO_MANY);
    trying.add(network);
    try {
      await sleep(pauseMs);
      return await inTurn(attempt);
    } finally {
      trying.delete(network);
    }
  };
}
