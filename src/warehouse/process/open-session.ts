import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSlots } from "../../platform/slots.ts";
import { type Connection, type Connector, ConnectorError, type Session } from "../connector.ts";
import { ConnectorProcess, LIMITS } from "./connector-process.ts";
import { read } from "./messages.ts";
import { remoteSession } from "./remote-session.ts";
import { resultOf, within } from "./replies.ts";

export type SessionOptions = {
  /** The address of a host, once it is checked. Throws `ConnectorError`. */
  resolve(host: string): Promise<string>;
  filesFolder: string | null;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  signal: AbortSignal;
};

/** Connectors whose work is done by an engine in their process, not by a server elsewhere. */
const ENGINES = ["duckdb", "files"];

/** Each is a process with memory of its own. */
const SESSIONS_MAX = 16;
/** Of this process, whichever server in it opens them. */
const places = createSlots(SESSIONS_MAX);

/** Starts a process for a session and connects in it. Throws `ConnectorError`; no process is left then. */
export async function openInProcess(
  connector: Connector,
  connection: Connection,
  options: SessionOptions,
): Promise<Session> {
  const { signal, connectTimeoutMs, statementTimeoutMs, filesFolder } = options;
  const stopped = () => new ConnectorError("unreachable", "the run was stopped");
  const addresses: Record<string, string> = {};
  for (const host of connector.hosts(connection)) addresses[host] = await options.resolve(host);
  const limits = ENGINES.includes(connector.type) ? LIMITS.engine : LIMITS.server;
  const secrets = connector.fields.flatMap(({ name, secret }) => {
    const value = connection[name];
    return secret && typeof value === "string" && value !== "" ? [value] : [];
  });
  const scratchFolder = join(tmpdir(), `tributary-connector-${randomUUID()}`);
  if (signal.aborted) throw stopped();
  const giveBack = places.take();
  if (giveBack === undefined) {
    throw new ConnectorError("throttled", `${SESSIONS_MAX} sessions to warehouses are open already`, {
      hint: "Wait until one of them has ended; a run is tried again by itself.",
    });
  }
  let child: ConnectorProcess;
  try {
    child = new ConnectorProcess(limits, scratchFolder, secrets);
  } catch (cause) {
    giveBack();
    throw cause;
  }
  const stop = () => child.fail(stopped());
  signal.addEventListener("abort", stop, { once: true });
  const end = async () => {
    signal.removeEventListener("abort", stop);
    await child.end();
    giveBack();
  };
  try {
    const { reply } = child.ask({
      op: "open",
      type: connector.type,
      ...{ connection, addresses, filesFolder, statementTimeoutMs, connectTimeoutMs },
      scratchFolder: child.scratchFolder,
      rssBytesMax: limits.rssBytesMax,
    });
    // Some drivers try twice, with TLS and without.
    const frame = await within(reply, 2 * connectTimeoutMs, () => {
      child.fail(new ConnectorError("unreachable", `no session within ${(2 * connectTimeoutMs) / 1000} s`));
    });
    const opened = resultOf(child, frame, read.opened);
    return remoteSession(child, connector, connection, { opened, statementTimeoutMs, end });
  } catch (cause) {
    await end();
    throw cause;
  }
}
