import type { AccountScope } from "../../platform/access/index.ts";
import { fail, type Result } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import type { BrakeFailure } from "./brake.ts";
import { type Client, changePassword, type LibraryFailure, type LibraryOptions } from "./password-library.ts";
import { fitsPassword, type PasswordFailure } from "./password-rule.ts";

export type ChangePasswordFailure = LibraryFailure | PasswordFailure | BrakeFailure;

/** Password, audit lines and the end of the person's other sessions are one transaction: the library works on ours. */
export async function changeOwnPassword(
  deps: Pick<SignInDeps, "changes" | "brake">,
  scope: AccountScope,
  passwords: { current: string; next: string },
  { library, client }: { library: LibraryOptions; client: Client },
): Promise<Result<string[], ChangePasswordFailure>> {
  if (!fitsPassword(passwords.next)) return fail({ code: "password_length" });
  const { id, organizationRoles } = scope.principal;
  const done = await deps.brake(scope.origin.clientAddress, () =>
    deps.changes.make(scope, async (tx, record) => {
      const changed = await changePassword({ ...library, db: tx }, passwords, client);
      if (!changed.ok) return changed;
      for (const organizationId of organizationRoles.keys())
        await record({ action: "user.change_password", organizationId, target: { type: "user", id } });
      return changed;
    }),
  );
  return done.ok ? done.value : done;
}
