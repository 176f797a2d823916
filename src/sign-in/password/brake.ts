import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "../../platform/network-of.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { createTurns, type InTurn } from "./turns.ts";

/** One guess a second at most: a password that is not among the first few thousand outlives such an attack. */
const PAUSE_MS = 1_000;
/** Sign-ins to one account that wait behind each other. */
const WAITING_MAX = 5;
const TOO_MANY = { code: "too_many_failures" } as const;

export type BrakeFailure = typeof TOO_MANY | { code: "busy" };
/** Where a guess comes from, and whose account it is for: the e-mail address as it was typed. */
export type Guess = { address: string; account?: string };
export type Brake = <Value>(
  guess: Guess,
  attempt: () => Promise<Value>,
) => Promise<Result<Value, BrakeFailure>>;

export type BrakeDeps = {
  /** Whether the next failure from this address would be one too many. */
  isOver(address: string): boolean;
  isAccountOver(account: string): boolean;
  /** Whether the account has a session from this network: guesses of others do not slow its member down. */
  isKnown(account: string, address: string): Promise<boolean>;
  inTurn: InTurn;
};

/**
 * After too many failures, passwords are tried one at a time and slowly: those from one network, and those for one account from any
 * network. The right one still passes, as it must for members who share the address. A refusal alone would slow nothing down: each
 * would still tell whether a guess was right.
 */
export function createBrake(
  { isOver, isAccountOver, isKnown, inTurn }: BrakeDeps,
  pauseMs = PAUSE_MS,
): Brake {
  const trying = new Set<string>();
  const lines = new Map<string, { inLine: InTurn; length: number }>();

  async function slowly<Value>(network: string, attempt: () => Promise<Value>) {
    if (trying.has(network)) return fail(TOO_MANY);
    trying.add(network);
    try {
      await sleep(pauseMs);
      return await inTurn(attempt);
    } finally {
      trying.delete(network);
    }
  }

  async function behindOthers<Value>(account: string, attempt: () => Promise<Value>) {
    const line = lines.get(account) ?? {
      inLine: createTurns({ atOnce: 1, waitingMax: WAITING_MAX }),
      length: 0,
    };
    lines.set(account, line);
    line.length += 1;
    try {
      const done = await line.inLine(async () => {
        await sleep(pauseMs);
        return inTurn(attempt);
      });
      return done.ok ? done.value : fail(TOO_MANY);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(account);
    }
  }

  return async ({ address, account }, attempt) => {
    if (isOver(address)) return slowly(networkOf(address), attempt);
    const isGuessed = account !== undefined && isAccountOver(account);
    if (isGuessed && !(await isKnown(account, address))) return behindOthers(account, attempt);
    // Asked again when its turn has come: of a hundred sent at once, all but the first few find out then.
    const done = await inTurn(async () => (isOver(address) ? fail(TOO_MANY) : ok(await attempt())));
    return done.ok ? done.value : done;
  };
}
