import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";

export type SecondFactor = Taken<"/api/auth/second-factor", "get">;
export type SetUp = Taken<"/api/auth/second-factor/set-up", "post">;

export type PasswordChange = Sent<"/api/auth/change-password", "post">;

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => take(client.GET("/api/auth/second-factor", { signal })),
});

export const setUpCodes = (password: string): Promise<SetUp> =>
  take(client.POST("/api/auth/second-factor/set-up", { body: { password } }));
export const confirmCodes = (code: string) =>
  take(client.POST("/api/auth/second-factor/confirm", { body: { code } }));
export const turnCodesOff = (password: string) =>
  take(client.POST("/api/auth/second-factor/turn-off", { body: { password } }));
export const createRecoveryCodes = (password: string) =>
  take(client.POST("/api/auth/second-factor/recovery-codes", { body: { password } }));
export const changePassword = (body: PasswordChange) =>
  take(client.POST("/api/auth/change-password", { body }));
