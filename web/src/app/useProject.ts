import { useParams } from "@tanstack/react-router";
import {
  organizationRoleReaches,
  PERMISSIONS,
  type PermissionOn,
  projectRoleReaches,
} from "../../../src/platform/access/index.ts";
import { type ProjectOfMe, useMe } from "./me.ts";

type ProjectPermission = PermissionOn<"project">;
type OrganizationPermission = PermissionOn<"organization">;

export type CurrentProject = ProjectOfMe & {
  projectId: number;
  can(permission: ProjectPermission): boolean;
  /** Undefined when it is allowed; otherwise the sentence for `disabledReason`. */
  whyNot(permission: ProjectPermission): string | undefined;
  /** The same for what is done in the project's organization. */
  whyNotInOrganization(permission: OrganizationPermission): string | undefined;
};

/** The project of the page's path, with what the signed-in person may do in it. The rules are the server's own. */
export function useProject(): CurrentProject {
  const me = useMe();
  const { projectId } = useParams({ from: "/signed-in/p/$projectId" });
  const project = me.projects[String(projectId)];
  if (project === undefined) throw new Error("pages of a project are shown only where the project is");
  const can = (permission: ProjectPermission) =>
    projectRoleReaches(project.role, PERMISSIONS[permission].least);
  return {
    ...project,
    projectId: project.id,
    can,
    whyNotInOrganization: (permission) => {
      const role = me.organizations[String(project.organization_id)]?.role;
      const { least } = PERMISSIONS[permission];
      if (role !== undefined && organizationRoleReaches(role, least)) return undefined;
      return `Your role in the organization is ${role ?? "none"}. ${WHO_CAN_IN_ORGANIZATION[least]}`;
    },
    whyNot: (permission) =>
      can(permission) ? undefined : `Your role is ${project.role}. ${whoCan(permission)}`,
  };
}

const WHO_CAN = {
  owner: "Only owners can do this.",
  admin: "Owners and admins can do this.",
  analyst: "Owners, admins and analysts can do this.",
  consumer: "Everybody in the project can do this.",
} as const;

const WHO_CAN_IN_ORGANIZATION = {
  owner: "Only its owners can do this.",
  admin: "Its owners and admins can do this.",
  member: "Its members can do this.",
} as const;

const whoCan = (permission: ProjectPermission): string => WHO_CAN[PERMISSIONS[permission].least];
