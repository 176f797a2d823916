import {
  type Cell,
  type Column,
  type Connection,
  type Connector,
  ConnectorError,
  type Session,
  type TextRows,
} from "../connector.ts";
import { CopyLines } from "../connectors/postgres/copy-lines.ts";
import type { ConnectorProcess } from "./connector-process.ts";
import { type Frame, KIND, readJson } from "./frames.ts";
import { type Opened, type Request, read } from "./messages.ts";
import { confused, resultOf, within } from "./replies.ts";

/** The driver's own time limit speaks first, in its own words. */
const GRACE_MS = 2_000;
/** Parts of a stream that are asked for before the first of them is used up. */
const ASKED_AHEAD = 2;
const CLOSE_MS = 5_000;

type Parts = { opened: Opened; statementTimeoutMs: number; end(): Promise<void> };

/** A session whose driver works in another process. */
export function remoteSession(
  child: ConnectorProcess,
  connector: Connector,
  connection: Connection,
  { opened, statementTimeoutMs, end }: Parts,
): Session {
  let { facts } = opened;
  const limitMs = statementTimeoutMs + GRACE_MS;
  const tooLong = (): void =>
    child.fail(new ConnectorError("query_timeout", `no answer within ${statementTimeoutMs / 1000} s`));
  const ask = async <T>(request: Request, decode: (value: unknown) => T): Promise<T> =>
    resultOf(child, await within(child.ask(request).reply, limitMs, tooLong), decode);

  /** The parts of a stream. The time limit counts what is waited for, not what is done with the rows. */
  async function* parts(request: Request): AsyncGenerator<Frame> {
    const { id } = child.ask(request);
    const next = () => child.ask({ op: "next", stream: id }).reply;
    const asked = Array.from({ length: ASKED_AHEAD }, next);
    let waitedMs = 0;
    let isWhole = false;
    try {
      for (;;) {
        const began = performance.now();
        const frame = await within(asked.shift() ?? next(), limitMs - waitedMs, tooLong);
        waitedMs += performance.now() - began;
        if (frame.kind === KIND.end) break;
        asked.push(next());
        yield frame;
      }
      isWhole = true;
    } finally {
      if (!isWhole) void child.ask({ op: "leave", stream: id });
    }
  }

  async function* stream(sql: string, columns: readonly Column[]): AsyncGenerator<Cell[][]> {
    for await (const frame of parts({ op: "stream", sql, columns })) {
      yield decoded(() => {
        if (frame.kind !== KIND.rows) throw new TypeError("no rows where they are due");
        return read.rows(readJson(frame), columns.length);
      });
    }
  }

  async function* streamText(textRows: (bytes: Buffer) => TextRows, sql: string): AsyncGenerator<TextRows> {
    const lines = new CopyLines();
    for await (const { kind, pieces } of parts({ op: "copyOut", sql })) {
      if (kind !== KIND.bytes) throw confused(child, new TypeError("no bytes where they are due"));
      for (const piece of pieces) for (const bytes of lines.push(piece)) yield textRows(bytes);
    }
    lines.end();
  }

  function decoded<T>(decode: () => T): T {
    try {
      return decode();
    } catch (cause) {
      throw confused(child, cause);
    }
  }

  const { can, isEncrypted } = opened;
  const { textRows } = connector;
  return {
    isEncrypted,
    dialect: connector.dialect(connection, () => facts),
    now: () => ask({ op: "now" }, read.number),
    catalog: ({ search, limit }) => ask({ op: "catalog", search, limit }, read.catalog),
    describe: (table) =>
      ask({ op: "describe", table }, (value) => {
        const { described, facts: changed } = Object(value) as { described: unknown; facts: unknown };
        facts = read.facts(changed);
        return read.description(described);
      }),
    ...(can.oldestWriter ? { oldestWriter: () => ask({ op: "oldestWriter" }, read.textOrNull) } : {}),
    async begin() {
      facts = await ask({ op: "begin" }, read.facts);
    },
    ...(can.versions ? { versions: (table) => ask({ op: "versions", table }, read.versions) } : {}),
    ask: (sql) => ask({ op: "ask", sql }, read.answer),
    stream,
    ...(can.copyOut && textRows !== undefined
      ? { streamText: (sql, columns) => streamText(textRows(columns), sql) }
      : {}),
    async close() {
      await within(child.ask({ op: "close" }).reply, CLOSE_MS, () =>
        child.fail(new ConnectorError("unreachable", "the session did not close in time")),
      ).catch(() => undefined);
      await end();
    },
  };
}
