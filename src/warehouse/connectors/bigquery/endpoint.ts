import { type Connection, ConnectorError } from "../../connector.ts";

const API_URL = new URL("https://bigquery.googleapis.com");
/** Fixed: a key may name a server of its own for tokens, which would be sent a signature of ours. */
export const TOKEN_URL = new URL("https://oauth2.googleapis.com/token");

/** Where the API is: Google's own host, or the one a source names. */
export function endpointOf({ api_endpoint }: Connection): URL {
  if (typeof api_endpoint !== "string") return API_URL;
  const url = URL.parse(api_endpoint);
  const isGoogle = url?.protocol === "https:" && url.hostname.endsWith(".googleapis.com");
  if (url === null || url.username !== "" || (!isGoogle && url.protocol !== "http:")) {
    throw new ConnectorError(
      "host_not_allowed",
      "api_endpoint is neither https below googleapis.com nor http",
    );
  }
  return new URL(url.origin);
}

export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

const hasKey = ({ service_account_key: key }: Connection): boolean => typeof key === "string" && key !== "";

export const hostsOf = (connection: Connection): string[] => [
  bareHost(endpointOf(connection)),
  ...(hasKey(connection) ? [bareHost(TOKEN_URL)] : []),
];
