import type { Command } from "./command.ts";
import { grants, id, integer, integers, required, text } from "./flags.ts";

const accounts = "/organizations/{organization}/service-accounts";
const grantHelp = "PROJECT:ROLE, several separated by commas, such as 1:admin,2:analyst";
const accountIds = integers("accounts", "ids of the accounts, separated by commas", {
  ...required,
  key: "service_account_ids",
});

/** Service accounts and people. */
export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    words: "service-account list",
    summary: "list service accounts",
    method: "GET",
    path: accounts,
    columns: ["id", "username", "role", "projects", "expires", "last_used"],
  },
  {
    words: "service-account create",
    summary: "create a service account and print its secret, once",
    method: "POST",
    path: accounts,
    flags: [
      text("name", "name of the account", { ...required, key: "username" }),
      text("role", "role in the organization: owner, admin or member"),
      text("expires", "moment it stops working (ISO 8601)"),
      grants("projects", grantHelp),
    ],
  },
  {
    words: "service-account show",
    summary: "show a service account",
    method: "GET",
    path: `${accounts}/{id}`,
    args: id("account"),
  },
  {
    words: "service-account delete",
    summary: "delete a service account",
    method: "DELETE",
    path: `${accounts}/{id}`,
    args: id("account"),
  },
  {
    words: "service-account add-to-project",
    summary: "give service accounts a role in projects",
    method: "POST",
    path: `${accounts}/add-to-project`,
    flags: [grants("projects", grantHelp, required), accountIds],
  },
  {
    words: "service-account secrets",
    summary: "list the live secrets of a service account",
    method: "GET",
    path: `${accounts}/{id}/secrets`,
    args: id("account"),
    columns: ["id", "created", "expires"],
  },
  {
    words: "service-account rotate",
    summary: "add a second secret and retire the first after the overlap",
    method: "POST",
    path: `${accounts}/{id}/rotate`,
    args: id("account"),
    flags: [integer("overlap-s", "seconds the old secret keeps working")],
  },
  {
    words: "service-account retire-secret",
    summary: "retire one of two live secrets at once",
    method: "DELETE",
    path: `${accounts}/{id}/secrets/{secret}`,
    args: [...id("account"), { name: "secret", help: "id of the secret" }],
  },
  {
    words: "user list",
    summary: "list the people of an organization",
    method: "GET",
    path: "/organizations/{organization}/users",
    columns: ["id", "name", "email", "role", "projects"],
  },
  {
    words: "user invite",
    summary: "invite a person to an organization; prints the link to hand on",
    method: "POST",
    path: "/organizations/{organization}/users",
    flags: [
      text("email", "e-mail address", required),
      text("name", "name suggested to a person who has no account yet"),
      text("role", "owner, admin or member"),
      grants("projects", grantHelp),
    ],
  },
  {
    words: "user invitations",
    summary: "list the pending invitations",
    method: "GET",
    path: "/organizations/{organization}/invitations",
    columns: ["id", "email", "role", "projects", "inviter", "expires"],
  },
  {
    words: "user withdraw-invitation",
    summary: "withdraw an invitation",
    method: "DELETE",
    path: "/organizations/{organization}/invitations/{id}",
    args: id("invitation"),
  },
  {
    words: "user update",
    summary: "change a person's roles",
    method: "PATCH",
    path: "/organizations/{organization}/users/{id}",
    args: id("user"),
    flags: [
      text("role", "owner, admin or member"),
      grants("projects", `${grantHelp}; role none takes it away`),
    ],
  },
  {
    words: "user remove",
    summary: "remove a person from an organization",
    method: "DELETE",
    path: "/organizations/{organization}/users/{id}",
    args: id("user"),
  },
  {
    words: "user sign-in-link",
    summary: "make a link by which a person signs in and sets a password",
    method: "POST",
    path: "/organizations/{organization}/users/{id}/sign-in-link",
    args: id("user"),
  },
  {
    words: "user sign-in-links",
    summary: "list the sign-in links that are open",
    method: "GET",
    path: "/organizations/{organization}/sign-in-links",
    columns: ["id", "user", "created", "expires"],
  },
  {
    words: "user withdraw-link",
    summary: "withdraw a sign-in link",
    method: "DELETE",
    path: "/organizations/{organization}/sign-in-links/{id}",
    args: id("link"),
  },
  {
    words: "sign-in-link",
    summary: "on the server's machine: make a link for anybody, or without --email for a new owner",
    method: "POST",
    path: "/sign-in-links",
    flags: [text("email", "e-mail address of the person it is for")],
  },
  {
    words: "member reset-second-factor",
    summary: "on the server's machine: remove a member's second factor and passkeys",
    method: "POST",
    path: "/second-factor-resets",
    flags: [text("email", "e-mail address of the member", required)],
  },
  {
    words: "service-account remove-from-project",
    summary: "take service accounts out of projects",
    method: "POST",
    path: `${accounts}/remove-from-project`,
    flags: [integers("projects", "ids of the projects, separated by commas", required), accountIds],
    toBody: ({ projects, service_account_ids }) => ({
      projects: (projects as number[]).map((project) => ({ id: project, service_account_ids })),
    }),
  },
];
