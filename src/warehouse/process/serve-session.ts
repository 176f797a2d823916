import { ConnectorError, type DriverSession } from "../connector.ts";
import { loadDriver } from "../connectors/drivers.ts";
import { frameHead, jsonFrame, KIND, RESULT_BYTES_MAX } from "./frames.ts";
import { type Opened, type OpenRequest, type Request, toTold } from "./messages.ts";
import { type Part, ReadAhead, rowTexts, tooLarge } from "./read-ahead.ts";

type Channel = { send(buffers: Buffer[]): void; exit(): void };

/** The side of the driver: answers one request after the other, streams piece by piece. */
export function createServing({ send, exit }: Channel) {
  const stopping = new AbortController();
  const streams = new Map<number, ReadAhead>();
  let opened: DriverSession | undefined;

  const session = (): DriverSession => {
    if (opened === undefined) throw new Error("no session is open");
    return opened;
  };
  const open = async (request: OpenRequest): Promise<Opened> => {
    const driver = await loadDriver(request.type);
    opened = await driver(request.connection, {
      ...request,
      addressOf: (host) => addressOf(request, host),
      signal: stopping.signal,
    });
    return {
      isEncrypted: opened.isEncrypted,
      facts: opened.facts(),
      can: {
        oldestWriter: opened.oldestWriter !== undefined,
        versions: opened.versions !== undefined,
        copyOut: opened.copyOut !== undefined,
      },
    };
  };

  /** What the reply to a request says. Streams answer for themselves. */
  async function resultOf(request: Request, id: number): Promise<unknown> {
    switch (request.op) {
      case "open":
        return open(request);
      case "now":
        return session().now();
      case "oldestWriter":
        return session().oldestWriter?.() ?? null;
      case "begin":
        await session().begin();
        return session().facts();
      case "catalog":
        return session().catalog(request);
      case "describe":
        return { described: await session().describe(request.table), facts: session().facts() };
      case "versions":
        return session().versions?.(request.table) ?? null;
      case "ask":
        return session().ask(request.sql);
      case "stream": {
        const pieces = rowTexts(session().stream(request.sql, request.columns));
        streams.set(id, new ReadAhead({ kind: KIND.rows, pieces }));
        return null;
      }
      case "copyOut": {
        const pieces = session().copyOut?.(request.sql);
        if (pieces === undefined) throw new Error("this driver has no COPY");
        streams.set(id, new ReadAhead({ kind: KIND.bytes, pieces }));
        return null;
      }
      case "next":
        throw new Error("the next part is no result");
      case "leave":
        streams.get(request.stream)?.leave();
        streams.delete(request.stream);
        return null;
      case "stop":
        stopping.abort();
        return null;
      case "close":
        await opened?.close();
        return null;
    }
  }

  const sendPart = (id: number, { kind, buffers }: Part): void => {
    const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
    send([frameHead(kind, id, bytes), ...buffers]);
  };

  async function reply(request: Request, id: number): Promise<void> {
    if (request.op === "next") {
      const stream = streams.get(request.stream);
      if (stream === undefined) throw new Error("there is no such stream");
      sendPart(id, await stream.next());
      return;
    }
    const frame = jsonFrame(KIND.result, id, await resultOf(request, id));
    if (frame.length > RESULT_BYTES_MAX) throw tooLarge("the answer of the warehouse", RESULT_BYTES_MAX);
    send([frame]);
  }

  return {
    async answer(request: Request, id: number): Promise<void> {
      try {
        await reply(request, id);
      } catch (cause) {
        // A driver that fails in a way of its own has not said what the warehouse did wrong.
        const error =
          cause instanceof ConnectorError
            ? cause
            : new ConnectorError("driver_failed", cause instanceof Error ? cause.message : String(cause));
        send([jsonFrame(KIND.failure, id, toTold(error))]);
      }
      if (request.op === "close") exit();
    },
  };
}

function addressOf({ addresses }: OpenRequest, host: string): string {
  const address = Object.hasOwn(addresses, host) ? addresses[host] : undefined;
  if (address !== undefined) return address;
  throw new ConnectorError("host_not_allowed", `the server did not allow a connection to ${host}`);
}
