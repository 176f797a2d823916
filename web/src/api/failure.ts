/** The one shape in which a page learns that a request came to nothing. */
export class ApiFailure extends Error {
  /** The word of the refusal for programs, such as `no_access`; `unreachable` when there was no answer at all. */
  readonly type: string;
  /** 0 when there was no answer. */
  readonly status: number;
  /** The part of the request at fault, where the server names one. */
  readonly field: string | undefined;
  /** What the server's log has the request under. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    about: { type: string; status: number; field?: string | undefined; requestId?: string | undefined },
  ) {
    super(message);
    this.name = "ApiFailure";
    this.type = about.type;
    this.status = about.status;
    this.field = about.field;
    this.requestId = about.requestId;
  }
}

export const isNoPermission = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.status === 403;
export const isSignedOut = (cause: unknown): boolean => cause instanceof ApiFailure && cause.status === 401;

/** An answer that is not a success, in words. Bodies of other makers than our server (a proxy's page) have no `error`. */
export function failureOf(response: Response, body: unknown): ApiFailure {
  const { error, message, type, field } = (typeof body === "object" && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const words = [error, message].find((text) => typeof text === "string" && text !== "");
  return new ApiFailure(typeof words === "string" ? words : usualWords(response.status), {
    type: typeof type === "string" ? type : "unknown",
    status: response.status,
    field: typeof field === "string" ? field : undefined,
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

export const unreachable = (): ApiFailure =>
  new ApiFailure("The server cannot be reached. Check the connection; it may also be restarting.", {
    type: "unreachable",
    status: 0,
  });

function usualWords(status: number): string {
  if (status === 401) return "You are not signed in, or no longer.";
  if (status === 403) return "Your role does not allow this.";
  if (status === 404) return "There is nothing here (any more).";
  if (status === 413) return "This is larger than the server accepts; send less at once.";
  if (status === 429) return "Too many requests; wait a moment and try again.";
  if (status >= 500) return "The server could not answer; try again in a moment.";
  return `The server refused this (status ${status}).`;
}

/** What a refusal says of one field, for the place beside it: "name: is required." becomes "Is required.". */
export function refusalAt(cause: unknown, field: string): string | undefined {
  if (!(cause instanceof ApiFailure) || cause.field !== field) return undefined;
  const lead = `${field}: `;
  if (!cause.message.startsWith(lead)) return cause.message;
  const rest = cause.message.slice(lead.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
