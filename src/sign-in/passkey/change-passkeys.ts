import type { AccountScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import type { Client, LibraryOptions } from "../library/open-library.ts";
import { type PasskeyFailure, register } from "./passkey-library.ts";
import { type Passkey, passkeysStore } from "./passkeys-store.ts";

type Deps = Pick<SignInDeps, "changes">;
type By = { scope: AccountScope; library: LibraryOptions; client: Client };

/** The passkey and its audit entries are one transaction: the library works on ours. */
export function addPasskey(
  deps: Deps,
  { scope, library, client }: By,
  given: { response: Record<string, unknown>; name: string },
): Promise<Result<Passkey, PasskeyFailure>> {
  const { id: userId, organizationRoles } = scope.principal;
  return deps.changes.make(scope, async (tx, record): Promise<Result<Passkey, PasskeyFailure>> => {
    const made = await register({ ...library, db: tx }, given, client);
    if (!made.ok) return made;
    for (const organizationId of organizationRoles.keys())
      await record({
        ...{ action: "user.add_passkey", organizationId, target: { type: "user", id: userId } },
        after: { name: given.name },
      });
    const added = (await passkeysStore(tx).list(userId)).find(({ id }) => id === made.value.id);
    if (added === undefined) throw new Error("a passkey was registered and is not there");
    return ok(added);
  });
}

export function removePasskey(
  deps: Deps,
  scope: AccountScope,
  id: number,
): Promise<Result<undefined, PasskeyFailure>> {
  const { id: userId, organizationRoles } = scope.principal;
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, PasskeyFailure>> => {
    const before = (await passkeysStore(tx).list(userId)).find((passkey) => passkey.id === id);
    if (before === undefined) return fail({ code: "unknown_passkey" });
    await passkeysStore(tx).remove(userId, id);
    for (const organizationId of organizationRoles.keys())
      await record({
        ...{ action: "user.remove_passkey", organizationId, target: { type: "user", id: userId } },
        before: { name: before.name },
      });
    return ok(undefined);
  });
}
