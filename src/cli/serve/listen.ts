import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../platform/config/index.ts";
import { StartFailure } from "./start-failure.ts";

/** Opens the port; answers the address this machine reaches it by. */
export async function listen(
  app: FastifyInstance,
  { HOST, PORT }: Pick<Config, "HOST" | "PORT">,
): Promise<string> {
  try {
    // One address, not two: for `localhost` the framework would open a second server on ::1 and not wait for it when closing.
    await app.listen({ host: HOST === "localhost" ? "127.0.0.1" : HOST, port: PORT });
  } catch (cause) {
    throw explain(cause as NodeJS.ErrnoException, HOST, PORT);
  }
  const { port } = app.server.address() as AddressInfo;
  const everywhere = HOST === "0.0.0.0" || HOST === "::";
  const host = everywhere ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${port}`;
}

function explain(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (cause.code) {
    case "EADDRINUSE":
      return new StartFailure(`Port ${port} is taken by another program. Choose another with --port.`);
    case "EACCES":
      return new StartFailure(
        `Port ${port} needs more rights than this user has. Choose one from 1024 up with --port.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartFailure(`This machine has no address '${host}'. Choose another with --host.`);
    default:
      return cause;
  }
}

const LOOK_EVERY_MS = 100;

/**
 * New connections are refused at once; requests in flight get their time, then the connection is cut. A connection that falls idle
 * while we wait is closed too: its client, often a proxy, would keep it open until the time is up.
 */
export async function closeHttp(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS);
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(timer);
  }
}
