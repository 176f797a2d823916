import type { AccountScope } from "../../platform/access/index.ts";
import { fail, type Result } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import type { Client, LibraryOptions } from "../library/open-library.ts";
import { sessionsStore } from "../session/sessions-store.ts";
import type { BrakeFailure } from "./brake.ts";
import { changePassword, type LibraryFailure } from "./password-library.ts";
import { findPasswordFault, type PasswordFailure } from "./password-rule.ts";

export type ChangePasswordFailure = LibraryFailure | PasswordFailure | BrakeFailure;

/** Password, audit entries and the end of the member's other sessions are one transaction: the library works on ours. */
export async function changeOwnPassword(
  deps: Pick<SignInDeps, "changes" | "brake" | "cookies">,
  scope: AccountScope,
  passwords: { current: string; next: string },
  { library, client }: { library: LibraryOptions; client: Client },
): Promise<Result<string[], ChangePasswordFailure>> {
  const fault = await findPasswordFault(passwords.next);
  if (fault !== undefined) return fail(fault);
  const { id, email, organizationRoles, secondFactor } = scope.principal;
  const done = await deps.brake({ address: scope.origin.clientAddress, account: email }, () =>
    deps.changes.make(scope, async (tx, record) => {
      const changed = await changePassword({ ...library, db: tx }, passwords, client);
      if (!changed.ok) return changed;
      const token = deps.cookies.begun(changed.value, library.isSecure);
      if (secondFactor && token !== undefined) await sessionsStore(tx).noteSecondFactor(token);
      for (const organizationId of organizationRoles.keys())
        await record({ action: "user.change_password", organizationId, target: { type: "user", id } });
      return changed;
    }),
  );
  return done.ok ? done.value : done;
}
