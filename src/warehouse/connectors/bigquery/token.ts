import { createSign } from "node:crypto";
import { type OutboundTimes, readStart, sendOutbound } from "../../../platform/outbound/index.ts";
import { type ConnectContext, ConnectorError } from "../../connector.ts";
import { bareHost, TOKEN_URL } from "./endpoint.ts";

const SCOPE = "https://www.googleapis.com/auth/bigquery";
const TOKEN_SECONDS = 3_600;
/** A token is renewed so long before it ends. */
const EARLY_MS = 300_000;
const ANSWER_BYTES_MAX = 65_536;

type Key = { client_email: string; private_key: string };

/** Signs in as a service account: a signed statement for a token that holds an hour. Undefined without a key. */
export function tokenSource(keyText: unknown, context: ConnectContext, times: OutboundTimes) {
  const key = readKey(keyText);
  if (key === undefined) return undefined;
  let known: { token: string; untilMs: number } | undefined;
  return async (): Promise<string> => {
    if (known !== undefined && Date.now() < known.untilMs) return known.token;
    known = {
      token: await fetchToken(key, context, times),
      untilMs: Date.now() + TOKEN_SECONDS * 1000 - EARLY_MS,
    };
    return known.token;
  };
}

async function fetchToken(
  key: Key,
  { addressOf, signal }: ConnectContext,
  times: OutboundTimes,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: assertionOf(key),
  });
  const response = await sendOutbound({
    url: TOKEN_URL,
    address: addressOf(bareHost(TOKEN_URL)),
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    ...{ signal, times, bytesMax: ANSWER_BYTES_MAX },
  });
  const { access_token, error_description, error } = parseObject(await readStart(response, ANSWER_BYTES_MAX));
  if (response.status === 200 && typeof access_token === "string") return access_token;
  const said = String(error_description ?? error ?? `answered ${response.status}`);
  throw new ConnectorError("auth_failed", `Google did not accept the service account's key: ${said}`);
}

function assertionOf({ client_email, private_key }: Key): string {
  const nowS = Math.floor(Date.now() / 1000);
  const claims = {
    iss: client_email,
    scope: SCOPE,
    aud: TOKEN_URL.href,
    iat: nowS,
    exp: nowS + TOKEN_SECONDS,
  };
  const text = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  try {
    return `${text}.${createSign("RSA-SHA256").update(text).sign(private_key, "base64url")}`;
  } catch {
    // What the library says may quote the key.
    throw notAKey();
  }
}

/** Only what a service account's key needs: other kinds of credentials can name addresses and programs of their own. */
function readKey(text: unknown): Key | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  const { client_email, private_key } = parseObject(text);
  if (typeof client_email === "string" && typeof private_key === "string")
    return { client_email, private_key };
  throw notAKey();
}

const notAKey = (): ConnectorError =>
  new ConnectorError("auth_failed", "service_account_key is not the JSON of a service account's key", {
    hint: "Send the whole file that Google Cloud gave, with client_email and private_key.",
  });

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
