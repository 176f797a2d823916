import { fail, ok, type Result } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import type { Client, LibraryOptions } from "../library/open-library.ts";
import type { BrakeFailure } from "../password/brake.ts";
import { sessionsStore } from "../session/sessions-store.ts";
import { type CodeFailure, type Verified, verifyCode, verifyRecoveryCode } from "./second-factor-library.ts";
import { secondFactorStore } from "./second-factor-store.ts";

const APP_CODE = /^\d{6}$/;

/** The second step of a sign-in: six digits are a code of the app, anything else a recovery code. */
export async function signInWithCode(
  deps: Pick<SignInDeps, "db" | "brake" | "cookies" | "clock">,
  { library, client }: { library: LibraryOptions; client: Client },
  typed: string,
): Promise<Result<Verified, CodeFailure | BrakeFailure>> {
  const code = typed.replaceAll(" ", "");
  const isAppCode = APP_CODE.test(code);
  const done = await deps.brake({ address: client.clientAddress }, () =>
    isAppCode ? verifyCode(library, code, client) : verifyRecoveryCode(library, code, client),
  );
  if (!done.ok) return done;
  if (!done.value.ok) return done.value;
  const { userId, cookies } = done.value.value;
  const token = deps.cookies.begun(cookies, library.isSecure);
  // Without a new session the code came from a browser that is signed in already.
  if (token === undefined) return fail({ code: "no_challenge" });
  const sessions = sessionsStore(deps.db);
  if (isAppCode && !(await secondFactorStore(deps.db).useCode(userId, code, new Date(deps.clock.now())))) {
    await sessions.end(token);
    return fail({ code: "wrong_code" });
  }
  await sessions.noteSecondFactor(token);
  return ok({ userId, cookies });
}
