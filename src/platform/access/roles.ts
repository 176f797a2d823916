/** From the widest to the narrowest. Each role may do everything the later ones may. */
export const PROJECT_ROLES = ["owner", "admin", "analyst", "consumer"] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

export const ORGANIZATION_ROLES = ["owner", "admin", "member"] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** 0 for the widest role; the order the roles stand in above. */
export const projectRoleOrder = (role: ProjectRole): number => PROJECT_ROLES.indexOf(role);
export const organizationRoleOrder = (role: OrganizationRole): number => ORGANIZATION_ROLES.indexOf(role);

export const projectRoleReaches = (role: ProjectRole, least: ProjectRole): boolean =>
  projectRoleOrder(role) <= projectRoleOrder(least);

export const organizationRoleReaches = (role: OrganizationRole, least: OrganizationRole): boolean =>
  organizationRoleOrder(role) <= organizationRoleOrder(least);

/** Owners and admins of an organization are owners and admins of each of its projects; grants add up, the widest counts. */
export function effectiveProjectRole(
  organizationRole: OrganizationRole | undefined,
  granted: ProjectRole | undefined,
): ProjectRole | undefined {
  const inherited =
    organizationRole === "owner" || organizationRole === "admin" ? organizationRole : undefined;
  if (inherited === undefined || granted === undefined) return inherited ?? granted;
  return projectRoleReaches(inherited, granted) ? inherited : granted;
}
