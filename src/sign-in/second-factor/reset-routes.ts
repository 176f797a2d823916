import { Type } from "typebox";
import { closed, type Route, route } from "../../http/index.ts";
import type { AccountScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import { passkeysStore } from "../passkey/passkeys-store.ts";
import { sessionsStore } from "../session/sessions-store.ts";
import { secondFactorStore } from "./second-factor-store.ts";

type ResetFailure = { code: "unknown_email"; email: string };
type Reset = { codes: boolean; passkeys: number };

/** For a member who lost phone and recovery codes. The password stays; every session ends. */
async function resetSecondFactor(
  deps: Pick<SignInDeps, "changes" | "people">,
  scope: AccountScope,
  email: string,
): Promise<Result<Reset, ResetFailure>> {
  const user = await deps.people.findByEmail(email);
  if (user === undefined) return fail({ code: "unknown_email", email });
  const organizationId = (await deps.people.organizationOf(user.id)) ?? null;
  return deps.changes.make(scope, async (tx, record) => {
    const codes = await secondFactorStore(tx).remove(user.id);
    const passkeys = await passkeysStore(tx).removeAll(user.id);
    await sessionsStore(tx).endAll(user.id);
    await record({
      action: "user.reset_second_factor",
      organizationId,
      target: { type: "user", id: user.id },
      before: { codes, passkeys },
    });
    return ok({ codes, passkeys });
  });
}

export const resetRoutes = (deps: SignInDeps): Route[] => [
  route({
    method: "POST",
    path: "/second-factor-resets",
    access: "second-factors:reset",
    tag: "Sign-in",
    summary: "Remove a member's second factor",
    description:
      "On the server's machine, for a member who lost their authenticator app and recovery codes: removes both and all passkeys, and ends their sessions. The password stays as it is.",
    body: Type.Object(
      { email: Type.String({ maxLength: 320, description: "E-mail address of the member." }) },
      closed,
    ),
    handle: ({ scope, body }) => resetSecondFactor(deps, scope, body.email),
  }).answers({
    schema: Type.Object({
      codes: Type.Boolean({ description: "Whether codes of an app were on." }),
      passkeys: Type.Integer({ description: "How many passkeys were removed." }),
    }),
    view: (reset: Reset) => reset,
    failures: {
      unknown_email: { status: 404, say: ({ email }) => `email: no member has '${email}'.`, field: "email" },
    },
    example: { body: { email: "ana@example.com" }, answer: { codes: true, passkeys: 1 } },
  }),
];
