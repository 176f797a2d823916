import type { Agent } from "node:http";
import {
  type OutboundResponse,
  readStart,
  readWhole,
  sendOutbound,
} from "../../../platform/outbound/index.ts";
import { type ConnectContext, ConnectorError } from "../../connector.ts";

export type HttpParts = {
  url: URL;
  address: string;
  agent: Agent;
  username: string;
  password: string;
  /** The database and the settings of every query. */
  parameters: Readonly<Record<string, string>>;
  context: Pick<ConnectContext, "signal" | "connectTimeoutMs" | "statementTimeoutMs">;
};

/** Of an error as it is quoted. */
const ERROR_BYTES_MAX = 2_048;
/** Of an answer that is read at once. */
const TEXT_BYTES_MAX = 16 * 1024 * 1024;
const ROW_CHARACTERS_MAX = 16 * 1024 * 1024;

export type ClickhouseHttp = ReturnType<typeof clickhouseHttp>;

/** ClickHouse's HTTP interface, as far as reading needs it. Throws what the server or the dialer says. */
export function clickhouseHttp({ url, address, agent, username, password, parameters, context }: HttpParts) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const { connectTimeoutMs, statementTimeoutMs } = context;

  async function send(sql: string, signal: AbortSignal, bytesMax: number): Promise<OutboundResponse> {
    signal.throwIfAborted();
    const target = new URL(url);
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
    const response = await sendOutbound({
      ...{ url: target, address, agent, signal, bytesMax, body: sql, method: "POST" },
      headers: { authorization, "user-agent": "tributary", "content-type": "text/plain" },
      times: {
        connectMs: connectTimeoutMs,
        answerMs: statementTimeoutMs,
        idleMs: statementTimeoutMs,
        wholeMs: statementTimeoutMs,
      },
    });
    if (response.status === 200) return response;
    const said = await readStart(response, ERROR_BYTES_MAX);
    throw new Error(said.trim() || `${url.host} answered ${response.status}`);
  }

  return {
    text: async (sql: string, signal: AbortSignal = context.signal): Promise<string> =>
      readWhole(await send(`${sql}\nformat TabSeparated`, signal, TEXT_BYTES_MAX)),
    /** Rows as JSON, a line each, in groups as they come. */
    async *lines(sql: string): AsyncGenerator<string[]> {
      const query = `${sql}\nformat JSONCompactEachRow`;
      const { body } = await send(query, context.signal, Number.POSITIVE_INFINITY);
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      let rest = "";
      for await (const piece of body) {
        const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        if (rest.length > ROW_CHARACTERS_MAX)
          throw new ConnectorError("answer_too_large", "a row is larger than 16 MiB");
        if (lines.length > 0) yield lines;
      }
      if (rest !== "") yield [rest];
    },
    close: () => agent.destroy(),
  };
}
