const json = (schema: unknown, example: unknown) => ({ "application/json": { schema, example } });
const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
});

export const REFUSALS = {
  400: failure("A field is missing or does not fit."),
  403: failure("`foreign_page`: not sent by one of this server's own pages."),
  415: failure("The body is not JSON."),
  429: failure("`too_many_failures`: too many failed sign-ins from this address."),
  503: failure("`busy`: too many are signing in at once; try again after `Retry-After` seconds."),
};

export const done = (results: unknown, example: unknown, description = "Done.") => ({
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
export const user = { id: 3, name: "Ana", email: "ana@example.com" };
export const UserAnswer = { type: "object", required: ["user"], properties: { user: User } };

/** A body of texts. */
export const texts = (
  fields: Record<string, string>,
  example: Record<string, string>,
  optional: string[] = [],
) => ({
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
