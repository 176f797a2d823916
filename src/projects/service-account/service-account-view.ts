import { type Static, Type } from "typebox";
import { moment, nullable } from "../../http/index.ts";
import {
  effectiveProjectRole,
  type OrganizationRole,
  type ProjectRole,
  projectRoleOrder,
  projectRoleReaches,
} from "../../platform/access/index.ts";
import type { ProjectGrant } from "../membership/grants.ts";
import { GrantSchema, OrganizationRoleSchema, ProjectRoleSchema, toWireGrants } from "../wire.ts";
import type { ServiceAccount } from "./service-accounts-store.ts";

export type AccountInOrganization = {
  account: ServiceAccount;
  role: OrganizationRole;
  grants: ProjectGrant[];
};

const fields = {
  id: Type.Integer(),
  username: Type.String({ description: "Login name; made from the name asked for." }),
  label: Type.String({ description: "The name asked for." }),
  expires: nullable(moment("When the account stops working.")),
  last_used: nullable(moment("Last successful sign-in, to the minute.")),
  creator: nullable(Type.String()),
  creator_id: nullable(Type.Integer()),
  created: moment(),
  user: Type.Integer({ description: "The id under which the account's own changes are recorded." }),
};

export const AccountView = Type.Object({
  ...fields,
  role: OrganizationRoleSchema,
  projects: Type.Array(GrantSchema),
});
export const CreatedAccountView = Type.Object({
  ...AccountView.properties,
  token: Type.String({ description: "The secret. It is shown this once and stored as a digest." }),
});
export const ProjectAccountView = Type.Object({
  ...fields,
  role: ProjectRoleSchema,
  role_order: Type.Integer({ description: "0 for the widest role." }),
  hasSensitiveAccess: Type.Boolean({ description: "May see keys and change the project." }),
  target_type: Type.Enum(["individual", "organization"]),
  email: Type.String(),
});

const toFields = (account: ServiceAccount) => ({
  id: account.id,
  username: account.username,
  label: account.label,
  expires: account.expiresAt?.toISOString() ?? null,
  last_used: account.lastUsedAt?.toISOString() ?? null,
  creator: account.creatorName,
  creator_id: account.creatorId,
  created: account.createdAt.toISOString(),
  user: account.id,
});

export const toAccountView = ({
  account,
  role,
  grants,
}: AccountInOrganization): Static<typeof AccountView> => ({
  ...toFields(account),
  role,
  projects: toWireGrants(grants),
});

/** The account as one project sees it; nothing when it has no role there. */
export function toProjectAccountView(
  { account, role, grants }: AccountInOrganization,
  projectId: number,
): Static<typeof ProjectAccountView> | undefined {
  const granted: ProjectRole | undefined = grants.find((grant) => grant.projectId === projectId)?.role;
  const effective = effectiveProjectRole(role, granted);
  if (effective === undefined) return undefined;
  return {
    ...toFields(account),
    role: effective,
    role_order: projectRoleOrder(effective),
    hasSensitiveAccess: projectRoleReaches(effective, "admin"),
    target_type: effective === granted ? "individual" : "organization",
    email: account.username,
  };
}

export const accountExample: Static<typeof AccountView> = {
  id: 2,
  username: "loader.1a2b3c.service-account",
  label: "loader",
  expires: null,
  last_used: null,
  creator: null,
  creator_id: 1,
  created: "2026-01-31T12:00:00.000Z",
  user: 2,
  role: "member",
  projects: [{ id: 1, role: "admin" }],
};
