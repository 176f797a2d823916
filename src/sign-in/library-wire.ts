import type { RawRequest } from "../http/index.ts";
import type { SignInDeps } from "./deps.ts";
import type { LibraryOptions } from "./library/open-library.ts";

/** The library as this request needs it: over https its cookies are for https alone. */
export function libraryFor(
  { db, secrets, cookies, randomness }: SignInDeps,
  request: RawRequest,
): LibraryOptions {
  const { isSecure, origin } = request.page();
  return { db, secrets, randomness, cookiePrefix: cookies.prefix, isSecure, origin };
}
