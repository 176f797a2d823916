export { PERMISSIONS, type Permission, type PermissionOn } from "./permissions.ts";
export {
  effectiveProjectRole,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  organizationRoleOrder,
  organizationRoleReaches,
  PROJECT_ROLES,
  type ProjectRole,
  projectRoleOrder,
  projectRoleReaches,
} from "./roles.ts";
export type {
  AccountScope,
  OrganizationScope,
  Origin,
  Principal,
  ProjectScope,
  WorkspaceScope,
} from "./scope.ts";
export { FOREIGN_PAGE, SECOND_FACTOR_REQUIRED, SESSION_ENDED } from "./session-words.ts";
