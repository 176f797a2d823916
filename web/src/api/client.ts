import createClient from "openapi-fetch";
import { failureOf, unreachable } from "./failure.ts";
import type { paths } from "./schema.gen.ts";

/** The header tells the server that the request comes from this interface and not from a form on some other site. */
export const UI_HEADERS = { "x-tributary-ui": "1" };

/**
 * The application API, typed from the server's own OpenAPI document. Use it through `take`:
 * `take(client.GET("/api/app/me", { signal }))`.
 */
export const client = createClient<paths>({ headers: UI_HEADERS, credentials: "same-origin" });

/** What an answer carries: `results` where it is wrapped. Files come by `takeText`. */
type Carried<Data> = Data extends string
  ? never
  : Data extends { status: "ok"; results: infer Results }
    ? Results
    : Data;

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** The results of a call, or an `ApiFailure` thrown, which queries and mutations hand on to the page. */
export async function take<Data>(call: Promise<Answer<Data>>): Promise<Carried<Data>> {
  const { data, error, response } = await settle(call);
  if (!response.ok) throw failureOf(response, error);
  const carried = typeof data === "object" && data !== null && "results" in data ? data.results : data;
  return carried as Carried<Data>;
}

/** The whole body as it came, for answers whose other fields matter as well (such as paging). */
export async function takeWhole<Data>(call: Promise<Answer<Data>>): Promise<Exclude<Data, string>> {
  const { data, error, response } = await settle(call);
  if (!response.ok) throw failureOf(response, error);
  return data as Exclude<Data, string>;
}

async function settle<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  try {
    return await call;
  } catch (cause) {
    // A request given up on purpose is no failure; a body that is not JSON comes from something before our server.
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw unreachable();
  }
}
