import { common, done, failure, OWN_PAGE, REFUSALS, texts, UserAnswer, user } from "../operation-parts.ts";

const NOBODY = failure("`unauthenticated`: no member is signed in.");
const Options = {
  type: "object",
  required: ["options"],
  properties: {
    options: { type: "object", description: "For `navigator.credentials` of the browser, as JSON." },
  },
};
const response = "The credential that the browser made, as JSON text.";
const example = '{"id":"…","rawId":"…","type":"public-key","response":{}}';

export const PREPARE_PASSKEY = {
  ...common,
  operationId: "preparePasskey",
  summary: "Start adding a passkey",
  description: `The answer is valid for five minutes. ${OWN_PAGE}`,
  requestBody: texts({ password: "Your password." }, { password: "correct horse battery" }),
  responses: { 200: done(Options, { options: { challenge: "…" } }), ...REFUSALS, 401: NOBODY },
};

export const ADD_PASSKEY = {
  ...common,
  operationId: "addPasskey",
  summary: "Add a passkey",
  description: `Only of a device that checks its user's PIN, finger or face. ${OWN_PAGE}`,
  requestBody: texts({ response, name: "Name you see in the list." }, { response: example, name: "Laptop" }),
  responses: {
    200: done(
      {
        type: "object",
        required: ["id", "name", "created", "synced"],
        properties: {
          id: { type: "integer" },
          name: { type: "string" },
          created: { type: "string", format: "date-time" },
          synced: { type: "boolean" },
        },
      },
      { id: 1, name: "Laptop", created: "2026-01-31T12:00:00.000Z", synced: false },
    ),
    ...REFUSALS,
    401: NOBODY,
  },
};

export const REMOVE_PASSKEY = {
  ...common,
  operationId: "removePasskey",
  summary: "Remove a passkey",
  description: OWN_PAGE,
  requestBody: texts({ id: "Of the passkey." }, { id: "1" }),
  responses: {
    200: done({ type: "null" }, null),
    ...REFUSALS,
    401: NOBODY,
    404: failure("`unknown_passkey`: you have no such passkey."),
  },
};

export const PREPARE_PASSKEY_SIGN_IN = {
  ...common,
  operationId: "preparePasskeySignIn",
  summary: "Start signing in with a passkey",
  description: `The answer is valid for five minutes. ${OWN_PAGE}`,
  responses: {
    200: done(Options, { options: { challenge: "…" } }),
    403: REFUSALS[403],
    503: REFUSALS[503],
  },
};

export const SIGN_IN_PASSKEY = {
  ...common,
  operationId: "signInWithPasskey",
  summary: "Sign in with a passkey",
  description: `A passkey counts as a second factor too. ${OWN_PAGE}`,
  requestBody: texts({ response }, { response: example }),
  responses: {
    200: done(UserAnswer, { user }),
    ...REFUSALS,
    401: failure("`unknown_passkey`: no such passkey here."),
  },
};
