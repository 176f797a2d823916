import { common, done, failure, OWN_PAGE, REFUSALS, texts, UserAnswer, user } from "../operation-parts.ts";

const NOBODY = failure("`unauthenticated`: no member is signed in.");
const recovery_codes = ["k3XzQ-9fTrL", "Wm2pB-7dYcN"];
const RecoveryCodes = {
  type: "array",
  items: { type: "string" },
  description: "Ten codes, each of which works once in place of a code from the app. Shown only here.",
};
const password = texts({ password: "Your password." }, { password: "correct horse battery" });

export const SIGN_IN_SECOND_FACTOR = {
  ...common,
  operationId: "signInWithSecondFactor",
  summary: "Finish signing in with a second factor",
  description: `Within five minutes of the password. Five wrong codes end the sign-in; ten in a row lock the second step for 15 minutes. ${OWN_PAGE}`,
  requestBody: texts({ code: "Six digits from the app, or a recovery code." }, { code: "123456" }),
  responses: {
    200: done(UserAnswer, { user }),
    ...REFUSALS,
    400: failure("`wrong_code`: wrong, or used before."),
    401: failure("`no_challenge`: the sign-in has expired; start again with the password."),
    429: failure("`too_many_failures`, `locked`: too many wrong codes; wait for `Retry-After` seconds."),
  },
};

export const GET_SECOND_FACTOR = {
  ...common,
  operationId: "getSecondFactor",
  summary: "See your second factor and passkeys",
  responses: {
    200: done(
      {
        type: "object",
        required: ["codes", "recovery_codes_left", "passkeys", "session_has_second_factor"],
        properties: {
          codes: { type: "boolean", description: "Whether sign-in asks for a code of your app." },
          recovery_codes_left: { type: "integer" },
          passkeys: {
            type: "array",
            items: {
              type: "object",
              required: ["id", "name", "created", "synced"],
              properties: {
                id: { type: "integer" },
                name: { type: "string" },
                created: { type: "string", format: "date-time" },
                synced: {
                  type: "boolean",
                  description: "Kept by a password manager rather than one device.",
                },
              },
            },
          },
          session_has_second_factor: {
            type: "boolean",
            description: "Whether this session reaches organizations that require a second factor.",
          },
        },
      },
      { codes: true, recovery_codes_left: 10, passkeys: [], session_has_second_factor: true },
    ),
    401: NOBODY,
  },
};

export const SET_UP_SECOND_FACTOR = {
  ...common,
  operationId: "setUpSecondFactor",
  summary: "Set up codes of an authenticator app",
  description: `Nothing changes until a first code is confirmed. ${OWN_PAGE}`,
  requestBody: password,
  responses: {
    200: done(
      {
        type: "object",
        required: ["secret", "uri", "recovery_codes"],
        properties: {
          secret: { type: "string", description: "To type into an app that cannot read the QR code." },
          uri: { type: "string", description: "What the QR code holds." },
          recovery_codes: RecoveryCodes,
        },
      },
      {
        secret: "JBSWY3DPEHPK3PXP",
        uri: "otpauth://totp/Tributary:ana%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Tributary",
        recovery_codes,
      },
    ),
    ...REFUSALS,
    401: NOBODY,
    409: failure("`already_on`: turn it off first."),
  },
};

export const CONFIRM_SECOND_FACTOR = {
  ...common,
  operationId: "confirmSecondFactor",
  summary: "Switch the second factor on with a first code",
  description: `Ends every other session of yours. ${OWN_PAGE}`,
  requestBody: texts({ code: "Six digits from the app." }, { code: "123456" }),
  responses: {
    200: done({ type: "null" }, null),
    ...REFUSALS,
    401: NOBODY,
    409: failure("`already_on`: it is on already."),
  },
};

export const TURN_SECOND_FACTOR_OFF = {
  ...common,
  operationId: "turnSecondFactorOff",
  summary: "Turn codes of an authenticator app off",
  description: `Organizations that require a second factor then need a passkey. ${OWN_PAGE}`,
  requestBody: password,
  responses: { 200: done({ type: "null" }, null), ...REFUSALS, 401: NOBODY },
};

export const NEW_RECOVERY_CODES = {
  ...common,
  operationId: "createRecoveryCodes",
  summary: "Replace your recovery codes",
  description: `The earlier ones stop working. ${OWN_PAGE}`,
  requestBody: password,
  responses: {
    200: done(
      { type: "object", required: ["recovery_codes"], properties: { recovery_codes: RecoveryCodes } },
      { recovery_codes },
    ),
    ...REFUSALS,
    401: NOBODY,
  },
};
