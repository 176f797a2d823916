import { type RawAnswer, type RawRoute, rawRoute } from "../../http/index.ts";
import { jsonpRoute } from "./jsonp-routes.ts";

const BODY_MAX_BYTES = 1_048_576;

const json = (status: number, body: unknown): RawAnswer => ({
  status,
  body: JSON.stringify(body),
  contentType: "application/json; charset=utf-8",
});

const described = (description: string, example: unknown) => ({
  description,
  content: { "application/json": { schema: { type: "object" }, example } },
});

/** What the browser's client asks for by itself. No settings are kept for it, and it goes on without the rest. */
const SIDE_DOORS = [
  {
    url: "/settings",
    name: "Settings",
    summary: "Settings of the browser client: there are none",
    answer: {},
  },
  { url: "/record", name: "Record", summary: "Session recordings, which are not kept" },
];

export const optionalSdkRoutes = (): RawRoute[] => [jsonpRoute(), ...sideRoutes()];

const sideRoutes = (): RawRoute[] =>
  SIDE_DOORS.flatMap(({ url, name, summary, answer }) => {
    const status = answer === undefined ? 404 : 200;
    const body = answer ?? { code: 404, error: `${url} is not served here`, status: "Not Found" };
    return (["GET", "POST"] as const).map((method) =>
      rawRoute<undefined>({
        method,
        urls: [url],
        openToPages: true,
        bodyMaxBytes: BODY_MAX_BYTES,
        tag: "Ingestion",
        operation: {
          operationId: `${method.toLowerCase()}${name}`,
          summary,
          security: [],
          responses: { [status]: described(status === 200 ? "Nothing to set." : "Not served.", body) },
        },
        handle: async () => json(status, body),
        refuse: ({ status: refused, message }) =>
          json(refused, { code: refused, error: message, status: "Error" }),
      }),
    );
  });
