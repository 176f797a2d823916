const json = (schema: unknown, example: unknown) => ({ "application/json": { schema, example } });
const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
});

const REFUSALS = {
  400: failure("A field is missing or does not fit."),
  403: failure("`foreign_page`: not sent by one of this server's own pages."),
  415: failure("The body is not JSON."),
  429: failure("`too_many_failures`: too many failed sign-ins from this address."),
  503: failure("`busy`: too many are signing in at once; try again after `Retry-After` seconds."),
};

const done = (results: unknown, example: unknown, description = "Done.") => ({
  description,
  content: json(
    {
      type: "object",
      required: ["status", "results"],
      properties: { status: { type: "string", const: "ok" }, results },
    },
    { status: "ok", results: example },
  ),
});

const User = {
  type: "object",
  required: ["id", "name", "email"],
  properties: { id: { type: "integer" }, name: { type: "string" }, email: { type: "string" } },
};
const user = { id: 3, name: "Ana", email: "ana@example.com" };
const UserAnswer = { type: "object", required: ["user"], properties: { user: User } };

/** A body of texts. */
const texts = (fields: Record<string, string>, example: Record<string, string>, optional: string[] = []) => ({
  required: true,
  content: json(
    {
      type: "object",
      additionalProperties: false,
      required: Object.keys(fields).filter((name) => !optional.includes(name)),
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, description]) => [name, { type: "string", description }]),
      ),
    },
    example,
  ),
});

const OWN_PAGE =
  "For this server's own pages: needs the header `x-tributary-ui: 1` and an `Origin` or `Sec-Fetch-Site` that says so.";
const common = { security: [] };

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
    200: done(UserAnswer, { user }),
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
    { currentPassword: "The password until now.", newPassword: "8 to 128 characters." },
    { currentPassword: "correct horse battery", newPassword: "staple of the horse" },
  ),
  responses: {
    200: done({ type: "null" }, null),
    ...REFUSALS,
    401: failure("`unauthenticated`: nobody is signed in."),
  },
};

const LINK_REFUSALS = {
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
      password: "8 to 128 characters.",
      name: "Name people see. Required for a new owner.",
      email: "Required for a new owner; others have theirs already.",
    },
    { token, password: "correct horse battery", name: "Ana" },
    ["name", "email"],
  ),
  responses: {
    200: done(UserAnswer, { user }),
    ...REFUSALS,
    ...LINK_REFUSALS,
    409: failure("`email_taken`: somebody has this address already."),
  },
};
