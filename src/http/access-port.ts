import type {
  AccountScope,
  OrganizationScope,
  Principal,
  ProjectScope,
  WorkspaceScope,
} from "../platform/access/index.ts";
import type { Result } from "../platform/result.ts";
import type { SessionClaim } from "./session-claim.ts";

export type AuthenticationFailure =
  | { code: "unauthenticated" }
  | { code: "session_ended" }
  | { code: "foreign_page" }
  | { code: "too_many_failures"; retryAfterS: number };
/** The same refusal for "does not exist" and "is not yours", so that ids cannot be probed. */
export type EntryFailure =
  | { code: "no_access" }
  | { code: "second_factor_required" }
  | { code: "other_region"; region: string; baseUrl: string | undefined };

export type Later<Value> = Value | Promise<Value>;

/** What the shell asks about callers. The projects room answers; the shell knows no table. Answers from memory come without a promise. */
export type AccessPort = {
  /**
   * Takes the `Authorization` header as it came: whoever signed in with it before need not be worked out again. The session of a
   * browser counts when there is no such header.
   */
  authenticate(
    authorization: string | undefined,
    clientAddress: string,
    session?: SessionClaim,
  ): Later<Result<Principal, AuthenticationFailure>>;
  enterOrganization(
    account: AccountScope,
    organizationId: number,
  ): Later<Result<OrganizationScope, EntryFailure>>;
  enterProject(account: AccountScope, projectId: number): Later<Result<ProjectScope, EntryFailure>>;
  enterWorkspace(account: AccountScope, workspaceId: number): Later<Result<WorkspaceScope, EntryFailure>>;
};
