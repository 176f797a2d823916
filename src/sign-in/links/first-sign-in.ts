import type { Transaction } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { addOwner, type FirstPlace, type FirstSignIn } from "../../projects/index.ts";
import type { SignInDeps } from "../deps.ts";
import { hashPassword } from "../password/password-hash.ts";
import { passwordsStore } from "../password/passwords-store.ts";
import { insertLink } from "./make-link.ts";

/** What the first start prepares: the preset owner, or a link for whoever read what it printed. */
export async function prepareFirstSignIn(
  tx: Transaction<ControlTables>,
  { organizationId, operatorId }: FirstPlace,
  deps: Pick<SignInDeps, "clock" | "randomness"> & {
    admin: { email: string; password: string } | undefined;
  },
): Promise<FirstSignIn> {
  const place = { organizationId, creatorId: operatorId };
  if (deps.admin === undefined) {
    const { token } = await insertLink(tx, deps, { ...place, userId: null });
    return { email: null, token };
  }
  const { email, password } = deps.admin;
  const owner = await addOwner(tx, { ...place, email, name: email.split("@", 1)[0] ?? email });
  if (owner === undefined) throw new Error("the first owner exists on an empty database");
  await passwordsStore(tx).set(
    owner.id,
    await hashPassword(password, deps.randomness),
    new Date(deps.clock.now()),
  );
  return { email, token: null };
}
