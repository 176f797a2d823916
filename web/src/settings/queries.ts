import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";
import type { SettingsSearch } from "./search.ts";

export type ProjectChange = Sent<"/api/app/projects/{projectId}", "patch">;
export type Member = Taken<"/api/app/organizations/{organizationId}/users", "get">[number];
export type Invitation = Taken<"/api/app/organizations/{organizationId}/invitations", "get">[number];
export type Account = Taken<"/api/app/organizations/{organizationId}/service-accounts", "get">[number];
export type AuditEntry = Taken<"/api/app/projects/{projectId}/audit-log", "get">["entries"][number];
export type Diagnostics = Taken<"/api/app/projects/{projectId}/ingestion/diagnostics", "get">;

export const organizationQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ["organization", organizationId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/organizations/{organizationId}", {
          params: { path: { organizationId } },
          signal,
        }),
      ),
  });

export const membersQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ["members", organizationId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/organizations/{organizationId}/users", {
          params: { path: { organizationId } },
          signal,
        }),
      ),
  });

export const invitationsQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ["invitations", organizationId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/organizations/{organizationId}/invitations", {
          params: { path: { organizationId } },
          signal,
        }),
      ),
  });

export const accountsQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ["service-accounts", organizationId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/organizations/{organizationId}/service-accounts", {
          params: { path: { organizationId } },
          signal,
        }),
      ),
  });

const AUDIT_PAGE = 50;

export const auditQuery = (projectId: number, { action, before }: SettingsSearch) =>
  queryOptions({
    queryKey: ["audit-log", projectId, action, before],
    queryFn: ({ signal }) => {
      const query = {
        limit: AUDIT_PAGE,
        ...(action === undefined ? {} : { action }),
        ...(before === undefined ? {} : { before }),
      };
      return take(
        client.GET("/api/app/projects/{projectId}/audit-log", {
          params: { path: { projectId }, query },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
  });

export const diagnosticsQuery = (projectId: number, { kind, code }: SettingsSearch) =>
  queryOptions({
    queryKey: ["diagnostics", projectId, kind, code],
    queryFn: ({ signal }) => {
      const query = { ...(kind === undefined ? {} : { kind }), ...(code === undefined ? {} : { code }) };
      return take(
        client.GET("/api/app/projects/{projectId}/ingestion/diagnostics", {
          params: { path: { projectId }, query },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
  });
