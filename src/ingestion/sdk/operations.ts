import type { Limits } from "../limits.ts";

type Operation = Record<string, unknown> & { summary: string };

/** What differs between the doors in the OpenAPI document; the wire they share is said once, below. */
export type SdkDescription = {
  /** Ends the operation ids: `Track` becomes `postTrack`. */
  name: string;
  summary: string;
  description: string;
  /** Schema and example of one record. */
  record: { schema: Record<string, unknown>; example: unknown };
  /** What `verbose=1` and `strict=1` answer when all is well. */
  verboseExample: Record<string, unknown>;
  strictExample: Record<string, unknown>;
};

const parameter = (name: string, description: string, schema: object, example: unknown) => ({
  name,
  in: "query",
  description,
  schema,
  example,
});
const ZERO_ONE = { type: "string", enum: ["0", "1"], default: "0" };

const PARAMETERS = [
  parameter("verbose", "1: the answer is JSON with a reason, instead of `1` or `0`.", ZERO_ONE, "1"),
  parameter(
    "strict",
    "1: the answer names each refused record, with status 400 when there is one; the others are stored. `true` means the same; any other value is as none.",
    ZERO_ONE,
    "1",
  ),
  parameter(
    "ip",
    "1: an event without any id gets one made of the caller's address. 0: the address is left alone.",
    ZERO_ONE,
    "0",
  ),
  parameter("img", "1: the answer is a transparent pixel.", ZERO_ONE, "0"),
  parameter(
    "callback",
    "A function's name: the answer is a script that calls it with the result. Anything but a name is ignored.",
    { type: "string", maxLength: 200 },
    "app.sent",
  ),
  parameter(
    "redirect",
    "An address to lead on to, when its host is one that SDK_REDIRECT_HOSTS names; otherwise ignored.",
    { type: "string", format: "uri" },
    "https://example.com/welcome",
  ),
];

const DATA = {
  ...parameter("data", "One record or an array of them: JSON, or base64 of it.", { type: "string" }, "W10="),
  required: true,
};

export function sdkOperations(of: SdkDescription, limits: Limits): Record<"GET" | "POST", Operation> {
  const description = `${of.description}\n\nUp to ${limits.eventsMax} records, ${limits.bodyMaxBytes} bytes of JSON in all. The answer comes once they are synced to disk. Credentials are not needed. What a client got wrong is answered with status 200 and \`0\` unless \`strict=1\`.`;
  const responses = responsesOf(of, limits);
  const example = base64Of([of.record.example]);
  return {
    GET: {
      operationId: `get${of.name}`,
      summary: `${of.summary}, given in the address`,
      description,
      parameters: [...PARAMETERS, { ...DATA, example }],
      responses,
    },
    POST: {
      operationId: `post${of.name}`,
      summary: of.summary,
      description,
      parameters: [
        ...PARAMETERS,
        { name: "Content-Encoding", in: "header", schema: { type: "string", enum: ["gzip", "identity"] } },
      ],
      requestBody: { required: true, content: bodies(of, limits, example) },
      responses,
    },
  };
}

const base64Of = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

const bodies = ({ record }: SdkDescription, { eventsMax }: Limits, base64: string) => ({
  "application/json": {
    schema: { type: "array", items: record.schema, minItems: 1, maxItems: eventsMax },
    example: [record.example],
  },
  "application/x-ndjson": {
    schema: { type: "string", description: "One record a line." },
    example: `${JSON.stringify(record.example)}\n`,
  },
  "application/x-www-form-urlencoded": {
    schema: {
      type: "object",
      required: ["data"],
      properties: { data: { type: "string", description: "JSON, or base64 of it." } },
    },
    example: { data: base64 },
  },
  "text/plain": {
    schema: { type: "string", description: "A form, as a beacon sends it." },
    example: `data=${encodeURIComponent(base64)}`,
  },
});

function responsesOf({ verboseExample, strictExample }: SdkDescription, limits: Limits) {
  const failed = (description: string, error: string) => ({
    description,
    content: { "application/json": { schema: { type: "object" }, example: { status: 0, error } } },
  });
  return {
    200: {
      description: "`1`: at least one record was good. `0`: none was.",
      content: {
        "text/plain": { schema: { type: "string", enum: ["0", "1"] }, example: "1" },
        "application/json": {
          schema: { type: "object" },
          examples: {
            verbose: { value: verboseExample },
            failed: {
              value: { status: 0, error: "data, missing or invalid: it must be JSON, or base64 of JSON" },
            },
            strict: { value: strictExample },
          },
        },
        "image/gif": { schema: { type: "string", format: "binary" } },
        "text/javascript": { schema: { type: "string" }, example: "app.sent(1);" },
      },
    },
    302: { description: "Recorded, or not; on to `redirect`." },
    400: {
      description: "Only with strict=1: some records were refused, each named; the others are stored.",
      content: {
        "application/json": {
          schema: { type: "object" },
          example: {
            code: 400,
            error: "some data points in the request failed validation",
            failed_records: [
              { index: 0, insert_id: "", $insert_id: "", field: "", message: "record must be a JSON object" },
            ],
            num_records_imported: 0,
            status: "Bad Request",
          },
        },
      },
    },
    413: failed(
      "Too many bytes or records. Clients send them in smaller parts.",
      `request exceeds max limit of ${limits.eventsMax} records`,
    ),
    415: failed(
      "A Content-Encoding other than gzip.",
      "Content-Encoding 'br' is not supported: send the body with 'gzip', or plain",
    ),
    429: failed(
      "Too many events in a minute, where the server has such a limit. Nothing was stored.",
      "Project exceeded rate limits. Please retry the request with exponential backoff.",
    ),
    503: failed(
      "Nothing of the batch was stored; send it again after `Retry-After` seconds.",
      "too many records wait to be written; nothing of this batch was stored, send it again",
    ),
  };
}
