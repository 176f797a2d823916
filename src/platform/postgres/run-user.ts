import { stat } from "node:fs/promises";
import type { Log } from "../log.ts";
import { runProgram } from "./run-program.ts";
import { PostgresStartError } from "./start-error.ts";
import type { RunAs } from "./types.ts";

/** macOS brings `_postgres`; `tributary` is the one we make where there is none. */
const KNOWN_USERS = ["postgres", "_postgres", "tributary"] as const;
const OWN_USER = "tributary";

/**
 * Postgres refuses to run as root. As an ordinary user we are fine as we are (undefined); as root somebody else must run it.
 * An existing cluster decides by its owner, so a folder keeps working when it comes from a machine with other user ids,
 * or when a server once started by an ordinary user is started with sudo.
 */
export async function chooseRunUser(cluster: string, log: Log): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser(KNOWN_USERS)) ?? (await makeUser(log)) ?? (await getNobody());
}

async function findUser(names: readonly string[]): Promise<RunAs | undefined> {
  for (const name of names) {
    const [uid, gid] = await Promise.all([runProgram("id", ["-u", name]), runProgram("id", ["-g", name])]);
    if (uid.code === 0 && gid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  return undefined;
}

async function makeUser(log: Log): Promise<RunAs | undefined> {
  const made = await runProgram("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
    "--shell",
    "/usr/sbin/nologin",
    OWN_USER,
  ]);
  if (made.code !== 0) return undefined;
  log.info({ user: OWN_USER }, "made a system user to run Postgres, which refuses to run as root");
  return findUser([OWN_USER]);
}

async function getNobody(): Promise<RunAs> {
  const nobody = await findUser(["nobody"]);
  if (nobody) return nobody;
  throw new PostgresStartError(
    "Postgres refuses to run as root, and there is no other user to run it as: start as an ordinary user, or add a user named postgres.",
  );
}
