import { isIP } from "node:net";
import { BigQuery, type BigQueryOptions } from "@google-cloud/bigquery";
import { type AuthClient, JWT, PassThroughClient } from "google-auth-library";
import { type ConnectContext, type Connection, ConnectorError, type Session } from "../../connector.ts";
import { toConnectorError } from "./failures.ts";
import { bigquerySession } from "./session.ts";

const HOST = "bigquery.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/bigquery";

export async function connectBigquery(connection: Connection, context: ConnectContext): Promise<Session> {
  const endpoint = await findEndpoint(connection.api_endpoint, context);
  const options: BigQueryOptions = {
    projectId: String(connection.project_id),
    authClient: authClientOf(connection.service_account_key, endpoint),
    autoRetry: true,
    maxRetries: 3,
    ...(endpoint === undefined ? {} : { apiEndpoint: endpoint }),
    ...(typeof connection.location === "string" ? { location: connection.location } : {}),
  };
  const client = new BigQuery(options);
  const session = bigquerySession(client, {
    projectId: String(connection.project_id),
    isEncrypted: !endpoint?.startsWith("http:"),
    bytesBilledMax: typeof connection.max_bytes_billed === "string" ? connection.max_bytes_billed : undefined,
    context,
  });
  try {
    await session.ask("select 1");
    return session;
  } catch (cause) {
    throw toConnectorError(cause);
  }
}

/**
 * The client resolves names itself. Google's own are resolved here as well, to hear whether they may be connected to; any other host
 * is spoken to by its address, which goes without TLS.
 */
async function findEndpoint(endpoint: unknown, context: ConnectContext): Promise<string | undefined> {
  if (typeof endpoint !== "string") {
    await context.resolve(HOST);
    return undefined;
  }
  const url = URL.parse(endpoint);
  const isGoogle = url?.protocol === "https:" && url.hostname.endsWith(".googleapis.com");
  if (url === null || (!isGoogle && url.protocol !== "http:")) {
    throw new ConnectorError(
      "host_not_allowed",
      "api_endpoint is neither https below googleapis.com nor http",
    );
  }
  const address = await context.resolve(url.hostname.replace(/^\[|\]$/g, ""));
  if (isGoogle) return url.origin;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${url.port || 80}`;
}

/** Always one of our own: left alone, the library looks for keys of this server, and asks the cloud's metadata address for them. */
function authClientOf(keyText: unknown, endpoint: string | undefined): AuthClient {
  const key = readKey(keyText);
  if (key) return new JWT({ email: key.client_email, key: key.private_key, scopes: [SCOPE] });
  if (endpoint?.startsWith("http:")) return new PassThroughClient();
  throw new ConnectorError("auth_failed", "service_account_key is missing", {
    hint: "Make a key for a service account in Google Cloud, and send its JSON as service_account_key.",
  });
}

/** Only what a service account's key needs: other kinds of credentials can name addresses and programs of their own. */
function readKey(text: unknown): { client_email: string; private_key: string } | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  try {
    const { client_email, private_key } = JSON.parse(text);
    if (typeof client_email === "string" && typeof private_key === "string")
      return { client_email, private_key };
  } catch {
    // Said below; the text itself is a secret.
  }
  throw new ConnectorError("auth_failed", "service_account_key is not the JSON of a service account's key", {
    hint: "Send the whole file that Google Cloud gave, with client_email and private_key.",
  });
}
