import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent } from "../api/types.ts";

export type Redemption = Sent<"/api/app/sign-in-links/redeem", "post">;

/** Whom a one-time link is for; null for an owner who is still to come. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ["sign-in-link", token],
    queryFn: ({ signal }) => take(client.POST("/api/app/sign-in-links/inspect", { body: { token }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets the password, uses the link up and starts a session. */
export const redeemLink = (body: Redemption) => take(client.POST("/api/app/sign-in-links/redeem", { body }));
