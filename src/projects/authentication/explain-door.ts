import { FOREIGN_PAGE, SECOND_FACTOR_REQUIRED, SESSION_ENDED } from "../../platform/access/index.ts";
import type { DoorFailure } from "./door-authenticator.ts";

/** Why a door stays shut, in words for whoever knocked. Each door puts them into its own kind of body. */
export type DoorRefusal = { status: number; error: string; headers: Record<string, string> };

export type DoorWords = {
  /** What was to be done, as the beginning of a sentence: `Importing events`. */
  deed: string;
  /** What to send instead of credentials that do not hold. */
  unauthenticated: string;
};

export function explainDoor(failure: DoorFailure, { deed, unauthenticated }: DoorWords): DoorRefusal {
  const refuse = (status: number, error: string, headers: Record<string, string> = {}): DoorRefusal => ({
    status,
    error,
    headers,
  });
  switch (failure.code) {
    case "invalid_credentials":
      return refuse(401, unauthenticated, { "www-authenticate": 'Basic realm="tributary", charset="UTF-8"' });
    case "session_ended":
      return refuse(401, SESSION_ENDED);
    case "foreign_page":
      return refuse(403, FOREIGN_PAGE);
    case "too_many_failures":
      return refuse(429, "Too many failed sign-ins from this address; wait and try again.", {
        "retry-after": String(failure.retryAfterS),
      });
    case "project_id_missing":
      return refuse(400, "project_id: is required in the query with a service account");
    case "project_id_invalid":
      return refuse(400, "project_id: must be a whole number");
    case "no_access":
      return refuse(403, "This project does not exist or these credentials have no role in it.");
    case "second_factor_required":
      return refuse(403, SECOND_FACTOR_REQUIRED);
    case "role_too_low":
      return refuse(
        403,
        `${deed} needs the project role ${failure.least} or wider; these credentials have ${failure.role}.`,
      );
    case "other_region": {
      const where =
        failure.baseUrl === undefined ? "" : ` Use ${failure.baseUrl.replace(/\/api\/app$/, "")} instead.`;
      return refuse(
        403,
        `This project's data resides in the region '${failure.region}', which this server does not serve.${where}`,
      );
    }
  }
}
