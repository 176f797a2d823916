import { client, take } from "../api/client.ts";
import type { Sent } from "../api/types.ts";
import type { ProjectChange } from "./queries.ts";

const inProject = (projectId: number) => ({ params: { path: { projectId } } });
const inOrganization = (organizationId: number) => ({ params: { path: { organizationId } } });

export const changeProject = (projectId: number, body: ProjectChange) =>
  take(client.PATCH("/api/app/projects/{projectId}", { ...inProject(projectId), body }));
export const deleteProject = (projectId: number) =>
  take(client.DELETE("/api/app/projects/{projectId}", inProject(projectId)));
export const rotateToken = (projectId: number) =>
  take(client.POST("/api/app/projects/{projectId}/rotate-token", inProject(projectId)));
export const resetSecret = (projectId: number) =>
  take(client.POST("/api/app/projects/{projectId}/reset-secret", inProject(projectId)));
export const disableSecret = (projectId: number) =>
  take(client.DELETE("/api/app/projects/{projectId}/secret", inProject(projectId)));

export type InvitationDraft = Sent<"/api/app/organizations/{organizationId}/users", "post">;
export type MemberChange = Sent<"/api/app/organizations/{organizationId}/users/{userId}", "patch">;

export const inviteMember = (organizationId: number, body: InvitationDraft) =>
  take(
    client.POST("/api/app/organizations/{organizationId}/users", { ...inOrganization(organizationId), body }),
  );
export const withdrawInvitation = (organizationId: number, invitationId: number) =>
  take(
    client.DELETE("/api/app/organizations/{organizationId}/invitations/{invitationId}", {
      params: { path: { organizationId, invitationId } },
    }),
  );
export const changeMember = (organizationId: number, userId: number, body: MemberChange) =>
  take(
    client.PATCH("/api/app/organizations/{organizationId}/users/{userId}", {
      params: { path: { organizationId, userId } },
      body,
    }),
  );
export const removeMember = (organizationId: number, userId: number) =>
  take(
    client.DELETE("/api/app/organizations/{organizationId}/users/{userId}", {
      params: { path: { organizationId, userId } },
    }),
  );
export const makeSignInLink = (organizationId: number, userId: number) =>
  take(
    client.POST("/api/app/organizations/{organizationId}/users/{userId}/sign-in-link", {
      params: { path: { organizationId, userId } },
    }),
  );

export type AccountDraft = Sent<"/api/app/organizations/{organizationId}/service-accounts", "post">;

export const createAccount = (organizationId: number, body: AccountDraft) =>
  take(
    client.POST("/api/app/organizations/{organizationId}/service-accounts", {
      ...inOrganization(organizationId),
      body,
    }),
  );
export const rotateAccount = (organizationId: number, serviceAccountId: number, overlapS: number) =>
  take(
    client.POST("/api/app/organizations/{organizationId}/service-accounts/{serviceAccountId}/rotate", {
      params: { path: { organizationId, serviceAccountId } },
      body: { overlap_s: overlapS },
    }),
  );
export const deleteAccount = (organizationId: number, serviceAccountId: number) =>
  take(
    client.DELETE("/api/app/organizations/{organizationId}/service-accounts/{serviceAccountId}", {
      params: { path: { organizationId, serviceAccountId } },
    }),
  );

export type GroupKeyDraft = Sent<"/api/app/projects/{projectId}/group-keys", "post">;
export type GroupKeyChange = Sent<"/api/app/projects/{projectId}/group-keys/{dataGroupId}", "patch">;

export const addGroupKey = (projectId: number, body: GroupKeyDraft) =>
  take(client.POST("/api/app/projects/{projectId}/group-keys", { ...inProject(projectId), body }));
export const changeGroupKey = (projectId: number, dataGroupId: number, body: GroupKeyChange) =>
  take(
    client.PATCH("/api/app/projects/{projectId}/group-keys/{dataGroupId}", {
      params: { path: { projectId, dataGroupId } },
      body,
    }),
  );
export const removeGroupKey = (projectId: number, dataGroupId: number) =>
  take(
    client.DELETE("/api/app/projects/{projectId}/group-keys/{dataGroupId}", {
      params: { path: { projectId, dataGroupId } },
    }),
  );
