const json = (schema: unknown, example: unknown) => ({ "application/json": { schema, example } });
export const failure = (description: string) => ({
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

export const User = {
  type: "object",
  required: ["id", "name", "email"],
  properties: { id: { type: "integer" }, name: { type: "string" }, email: { type: "string" } },
};
export const user = { id: 3, name: "Ana", email: "ana@example.com" };
export const UserAnswer = { type: "object", required: ["user"], properties: { user: User } };
/** After a password: the second factor may be missing. */
export const PasswordAnswer = {
  type: "object",
  required: ["user", "second_factor_required"],
  properties: {
    user: { anyOf: [User, { type: "null" }] },
    second_factor_required: {
      type: "boolean",
      description: "True: send a code to `/api/auth/sign-in/second-factor`; there is no session yet.",
    },
  },
};

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

export const OWN_PAGE =
  "For this server's own pages: needs the header `x-tributary-ui: 1` and an `Origin` or `Sec-Fetch-Site` that says so.";
export const common = { security: [] };
