import { Type } from "typebox";
import { closed, type FailureAnswers, identifier } from "../http/index.ts";
import { ORGANIZATION_ROLES, PROJECT_ROLES } from "../platform/access/index.ts";
import type { GrantFailure, ProjectGrant } from "./membership/grants.ts";

export const ProjectRoleSchema = Type.Enum([...PROJECT_ROLES]);
export const OrganizationRoleSchema = Type.Enum([...ORGANIZATION_ROLES]);
export const GrantSchema = Type.Object({ id: identifier(), role: ProjectRoleSchema }, closed);

export const toGrants = (wire: readonly { id: number; role: ProjectGrant["role"] }[]): ProjectGrant[] =>
  wire.map(({ id, role }) => ({ projectId: id, role }));
export const toWireGrants = (grants: readonly ProjectGrant[]) =>
  grants.map(({ projectId, role }) => ({ id: projectId, role }));

export const grantFailures: FailureAnswers<GrantFailure> = {
  role_above_own: {
    status: 403,
    say: ({ role, place }) =>
      `The role '${role}' in ${place} is above your own: you can neither grant it nor change who has it.`,
    field: "role",
  },
  unknown_project: {
    status: 404,
    say: ({ projectId }) => `There is no project ${projectId} in this organization; nothing was changed.`,
    field: "projects",
  },
};
