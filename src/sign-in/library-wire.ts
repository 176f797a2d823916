import type { RawRequest } from "../http/index.ts";
import type { SignInDeps } from "./deps.ts";
import type { LibraryOptions } from "./password/password-library.ts";

/** The library as this request needs it: over https its cookies are for https alone. */
export const libraryFor = (
  { db, secret, cookies, randomness }: SignInDeps,
  request: RawRequest,
): LibraryOptions => ({
  ...{ db, secret, randomness, cookiePrefix: cookies.prefix },
  isSecure: request.page().isSecure,
});
