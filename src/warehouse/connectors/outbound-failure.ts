import { OutboundError } from "../../platform/outbound/index.ts";
import { ConnectorError } from "../connector.ts";

/** What the dialer says of a warehouse that is spoken to by HTTP. */
export function fromOutbound(cause: OutboundError): ConnectorError {
  if (cause.code === "redirected") return new ConnectorError("redirected", cause.message, { cause });
  if (cause.code === "too_large") return new ConnectorError("answer_too_large", cause.message, { cause });
  if (cause.code === "timeout") return new ConnectorError("query_timeout", cause.message, { cause });
  const { code = "", message = "" }: { code?: unknown; message?: unknown } = Object(cause.cause);
  const isTls = /certificate|self.signed|SSL|TLS|EPROTO|altnames|wrong version number/i.test(
    `${message} ${code}`,
  );
  return new ConnectorError(isTls ? "tls_failed" : "unreachable", cause.message, { cause });
}

export const isOutbound = (cause: unknown): cause is OutboundError => cause instanceof OutboundError;
