import type { OrganizationRole, ProjectRole } from "./roles.ts";

/** Who asks. `operator` is the person at the machine, known by the credential in the data folder. */
export type Principal = {
  readonly id: number;
  readonly kind: "user" | "service_account" | "operator";
  readonly name: string;
  readonly email: string;
  readonly organizationRoles: ReadonlyMap<number, OrganizationRole>;
  readonly projectRoles: ReadonlyMap<number, ProjectRole>;
  /** A member's session began with a second factor or a passkey. */
  readonly secondFactor?: boolean;
  /** Organizations that require a second factor which this session lacks. */
  readonly lockedOrganizations?: ReadonlySet<number>;
};

/** The request an action is done for; it goes into the audit log. */
export type Origin = { readonly requestId: string; readonly clientAddress: string };

export type AccountScope = { readonly principal: Principal; readonly origin: Origin };
export type OrganizationScope = AccountScope & {
  readonly organizationId: number;
  readonly role: OrganizationRole;
};
export type ProjectScope = AccountScope & {
  readonly projectId: number;
  readonly organizationId: number;
  readonly role: ProjectRole;
};
/** A request that came by way of a workspace acts on the workspace's project. */
export type WorkspaceScope = ProjectScope & { readonly workspaceId: number };
