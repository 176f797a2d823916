import {
  common,
  done,
  failure,
  OWN_PAGE,
  PasswordAnswer,
  REFUSALS,
  texts,
  User,
  user,
} from "./operation-parts.ts";

export const SIGN_IN = {
  ...common,
  operationId: "signIn",
  summary: "Sign in with e-mail address and password",
  description: `Sets the session cookie (HttpOnly, SameSite=Lax, and Secure over https). ${OWN_PAGE}`,
  requestBody: texts(
    { email: "The person's e-mail address, in any case.", password: "Their password." },
    { email: "ana@example.com", password: "correct horse battery" },
  ),
  responses: {
    200: done(PasswordAnswer, { user, second_factor_required: false }),
    ...REFUSALS,
    401: failure("`wrong_password`: the e-mail address or the password is wrong."),
  },
};

export const SIGN_OUT = {
  ...common,
  operationId: "signOut",
  summary: "Sign out",
  description: `Ends the session and takes the cookie away. ${OWN_PAGE}`,
  responses: { 200: done({ type: "null" }, null), 403: REFUSALS[403] },
};

export const GET_SESSION = {
  ...common,
  operationId: "getSession",
  summary: "See who is signed in",
  description: "Null when nobody is. `GET /api/app/me` says more.",
  responses: {
    200: done(
      {
        anyOf: [
          {
            type: "object",
            required: ["user", "expires"],
            properties: { user: User, expires: { type: "string", format: "date-time" } },
          },
          { type: "null" },
        ],
      },
      { user, expires: "2026-02-07T12:00:00.000Z" },
    ),
  },
};

export const CHANGE_PASSWORD = {
  ...common,
  operationId: "changePassword",
  summary: "Change your password",
  description: `Ends every other session of yours. ${OWN_PAGE}`,
  requestBody: texts(
    {
      currentPassword: "The password until now.",
      newPassword: "8 to 128 characters, and not a common password.",
    },
    { currentPassword: "correct horse battery", newPassword: "staple of the horse" },
  ),
  responses: {
    200: done({ type: "null" }, null),
    ...REFUSALS,
    401: failure("`unauthenticated`: nobody is signed in."),
  },
};

export const LINK_REFUSALS = {
  404: failure("`unknown_link`: no such link."),
  410: failure("`link_used`, `link_expired`: it works no more."),
};
const token = "9qTz0cU5hYb2Wn7Kd4Rj1Xv8Lm3Pf6Sg0Ae2Bi5Co7D";

export const INSPECT_LINK = {
  ...common,
  operationId: "inspectSignInLink",
  summary: "See who a sign-in link is for",
  description: "`user` is null when it is for a new owner, who chooses name and e-mail address too.",
  requestBody: texts({ token: "What stands behind the `#` of the link." }, { token }),
  responses: {
    200: done(
      {
        type: "object",
        required: ["user", "expires"],
        properties: {
          user: { anyOf: [User, { type: "null" }] },
          expires: { type: "string", format: "date-time" },
        },
      },
      { user, expires: "2026-02-01T12:00:00.000Z" },
    ),
    ...REFUSALS,
    ...LINK_REFUSALS,
  },
};

export const REDEEM_LINK = {
  ...common,
  operationId: "redeemSignInLink",
  summary: "Set your password by a sign-in link, and sign in",
  description: `Works once. Ends every session of the person, and sets the cookie of a new one. ${OWN_PAGE}`,
  requestBody: texts(
    {
      token: "What stands behind the `#` of the link.",
      password: "8 to 128 characters, and not a common password.",
      name: "Name people see. Required for a new owner.",
      email: "Required for a new owner; others have theirs already.",
    },
    { token, password: "correct horse battery", name: "Ana" },
    ["name", "email"],
  ),
  responses: {
    200: done(PasswordAnswer, { user, second_factor_required: false }),
    ...REFUSALS,
    ...LINK_REFUSALS,
    409: failure("`email_taken`: somebody has this address already."),
  },
};
