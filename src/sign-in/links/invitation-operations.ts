import { done, failure, OWN_PAGE, REFUSALS, texts } from "../operation-parts.ts";
import { LINK_REFUSALS } from "../operations.ts";

const token = "9qTz0cU5hYb2Wn7Kd4Rj1Xv8Lm3Pf6Sg0Ae2Bi5Co7D";
const text = { type: "string" };
const object = (properties: Record<string, unknown>) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const Organization = object({ id: { type: "integer" }, name: text });
const Project = object({ id: { type: "integer" }, name: text, role: text });
const organization = { id: 1, name: "Harbour & Pine" };

export const INSPECT_INVITATION = {
  security: [],
  operationId: "inspectInvitation",
  summary: "See what an invitation is for",
  description:
    "For the holder of the link. Whether the address has an account is not told: the inviter has the link too. `signed_in_as`: the address that this browser is signed in with.",
  requestBody: texts({ token: "What stands behind the `#` of the link." }, { token }),
  responses: {
    200: done(
      object({
        organization: Organization,
        inviter: text,
        email: text,
        name: { anyOf: [text, { type: "null" }] },
        role: { type: "string", enum: ["owner", "admin", "member"] },
        projects: { type: "array", items: Project },
        expires: { type: "string", format: "date-time" },
        signed_in_as: { anyOf: [text, { type: "null" }] },
      }),
      {
        ...{ organization, inviter: "Bo", email: "ana@example.com", name: null, role: "member" },
        projects: [{ id: 1, name: "Web shop", role: "analyst" }],
        expires: "2026-02-07T12:00:00.000Z",
        signed_in_as: null,
      },
    ),
    ...REFUSALS,
    ...LINK_REFUSALS,
  },
};

export const ACCEPT_INVITATION = {
  security: [],
  operationId: "acceptInvitation",
  summary: "Accept an invitation",
  description: `An address with an account needs its session and nothing else; one without needs \`name\` and \`password\`, and is signed in. ${OWN_PAGE}`,
  requestBody: texts(
    {
      token: "What stands behind the `#` of the link.",
      name: "Name people see, for a new account.",
      password: "8 to 128 characters, for a new account.",
    },
    { token, name: "Ana", password: "correct horse battery" },
    ["name", "password"],
  ),
  responses: {
    200: done(
      object({ organization: Organization, project_id: { anyOf: [{ type: "integer" }, { type: "null" }] } }),
      { organization, project_id: 1 },
    ),
    ...REFUSALS,
    ...LINK_REFUSALS,
    401: failure("`sign_in_first`: the address has an account; sign in with it, then accept."),
    403: failure("`other_account`: signed in with another address. `foreign_page`: not one of our pages."),
  },
};
