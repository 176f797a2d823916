/** A refusal on its way out: thrown inside the shell only, where Fastify's hooks leave no other way to stop a request. */
export class HttpFailure extends Error {
  readonly status: number;
  readonly type: string;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    type: string,
    message: string,
    more: { field?: string | undefined; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.field = more.field;
    this.headers = more.headers ?? {};
  }
}

export type FailureBody = { error: string; status: "error"; type: string; field?: string };

export const failureBody = (type: string, error: string, field?: string): FailureBody => ({
  error,
  status: "error",
  type,
  ...(field === undefined ? {} : { field }),
});
