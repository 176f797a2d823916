import type { Transaction } from "kysely";
import type { AccountScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import type { Client, LibraryOptions } from "../library/open-library.ts";
import type { BrakeFailure } from "../password/brake.ts";
import { sessionsStore } from "../session/sessions-store.ts";
import {
  type CodeFailure,
  makeRecoveryCodes,
  type SetUp,
  setUpCodes,
  turnCodesOff,
  verifyCode,
} from "./second-factor-library.ts";
import { secondFactorStore } from "./second-factor-store.ts";

type Deps = Pick<SignInDeps, "db" | "changes" | "brake" | "cookies" | "clock">;
/** The library as the request needs it, and the browser that sent it. */
export type By = { scope: AccountScope; library: LibraryOptions; client: Client };
export type SecondFactorFailure = CodeFailure | BrakeFailure | { code: "already_on" };

/** Nothing is on yet: the first code, which shows that the member's app works, switches it on. */
export async function setUpSecondFactor(
  deps: Deps,
  { scope, library, client }: By,
  password: string,
): Promise<Result<SetUp, SecondFactorFailure>> {
  const { id, email } = scope.principal;
  // The library would replace a working secret at once.
  if (await secondFactorStore(deps.db).isOn(id)) return fail({ code: "already_on" });
  const done = await deps.brake({ address: scope.origin.clientAddress, account: email }, () =>
    setUpCodes(library, { password, email }, client),
  );
  return done.ok ? done.value : done;
}

/** Switches the second factor on. Every other session, which began without it, ends. */
export async function confirmSecondFactor(
  deps: Deps,
  { scope, library, client }: By,
  code: string,
): Promise<Result<string[], SecondFactorFailure>> {
  if (await secondFactorStore(deps.db).isOn(scope.principal.id)) return fail({ code: "already_on" });
  return change(deps, scope, "user.second_factor_on", async (tx) => {
    const verified = await verifyCode({ ...library, db: tx }, code, client);
    if (!verified.ok) return verified;
    const { userId, cookies } = verified.value;
    await secondFactorStore(tx).useCode(userId, code, new Date(deps.clock.now()));
    const token = deps.cookies.begun(cookies, library.isSecure);
    if (token === undefined) return fail({ code: "no_session" });
    await sessionsStore(tx).noteSecondFactor(token);
    await sessionsStore(tx).endOthers(userId, token);
    return ok(cookies);
  });
}

export async function turnSecondFactorOff(
  deps: Deps,
  { scope, library, client }: By,
  password: string,
): Promise<Result<string[], SecondFactorFailure>> {
  const done = await deps.brake({ address: scope.origin.clientAddress, account: scope.principal.email }, () =>
    change(deps, scope, "user.second_factor_off", (tx) =>
      turnCodesOff({ ...library, db: tx }, password, client),
    ),
  );
  return done.ok ? done.value : done;
}

export async function renewRecoveryCodes(
  deps: Deps,
  { scope, library, client }: By,
  password: string,
): Promise<Result<string[], SecondFactorFailure>> {
  const done = await deps.brake({ address: scope.origin.clientAddress, account: scope.principal.email }, () =>
    change(deps, scope, "user.new_recovery_codes", (tx) =>
      makeRecoveryCodes({ ...library, db: tx }, password, client),
    ),
  );
  return done.ok ? done.value : done;
}

/** The change and its audit entries, one for each of the member's organizations, are one transaction. */
function change<Value>(
  deps: Pick<Deps, "changes">,
  scope: AccountScope,
  action: string,
  work: (tx: Transaction<ControlTables>) => Promise<Result<Value, CodeFailure>>,
): Promise<Result<Value, CodeFailure>> {
  const { id, organizationRoles } = scope.principal;
  return deps.changes.make(scope, async (tx, record) => {
    const done = await work(tx);
    if (!done.ok) return done;
    for (const organizationId of organizationRoles.keys())
      await record({ action, organizationId, target: { type: "user", id } });
    return done;
  });
}
