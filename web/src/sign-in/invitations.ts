import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";

export type Invitation = Taken<"/api/app/invitations/inspect", "post">;
export type Acceptance = Sent<"/api/app/invitations/accept", "post">;

/** What the holder of an invite link is told. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => take(client.POST("/api/app/invitations/inspect", { body: { token }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const acceptInvitation = (body: Acceptance) =>
  take(client.POST("/api/app/invitations/accept", { body }));

const KEPT = "tributary.invitation";

/** Kept in this tab while its holder signs in: in an address, servers and proxies would log it. */
export const keepToken = (token: string): void => sessionStorage.setItem(KEPT, token);
export const readToken = (hash: string): string =>
  hash === "" ? (sessionStorage.getItem(KEPT) ?? "") : hash;
export const forgetToken = (): void => sessionStorage.removeItem(KEPT);
