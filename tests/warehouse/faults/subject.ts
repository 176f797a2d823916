import { createOutbound } from "../../../src/platform/outbound/index.ts";
import {
  type Connection,
  ConnectorError,
  type Session,
  type TableRef,
} from "../../../src/warehouse/connector.ts";
import { openSession } from "../../../src/warehouse/sources/open-source.ts";

// The process that is looked at: it opens sessions as the server does. Started with `fork`.

export type Task = { type: string; connection: Connection; table: TableRef; filesFolder: string | null };
export type Outcome = { steps: string[]; messageLengthMax: number; messages: string };
export type ToSubject = ({ id: number } & Task) | { id: number; memory: true };

const TIMES = { connectTimeoutMs: 2_000, statementTimeoutMs: 1_000 };
const NEVER_MS = 90_000;
const ROWS_MAX = 5_000;

let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20).unref();

const COLUMN = { name: "id", nativeType: "bigint", family: "integer", nullable: true } as const;

const STEPS: [name: string, take: (session: Session, table: TableRef) => Promise<unknown>][] = [
  ["now", (session) => session.now()],
  ["catalog", (session) => session.catalog({ search: "", limit: 10 })],
  ["begin", (session) => session.begin()],
  ["versions", async (session, table) => session.versions?.(table)],
  ["oldestWriter", async (session) => session.oldestWriter?.()],
  ["ask", (session) => session.ask("select 1")],
  ["describe", (session, table) => session.describe(table)],
  [
    "stream",
    async (session, table) => {
      let rows = 0;
      const sql = `select ${session.dialect.select(COLUMN)} from ${session.dialect.table(table)}`;
      for await (const page of session.stream(sql, [COLUMN])) {
        rows += page.length;
        if (rows > ROWS_MAX) break;
      }
    },
  ],
  [
    "streamText",
    async (session, table) => {
      let rows = 0;
      const sql = `select "id" from ${session.dialect.table(table)}`;
      for await (const page of session.streamText?.(sql, [COLUMN]) ?? []) {
        while (page.next()) {
          page.cells();
          rows += 1;
        }
        if (rows > ROWS_MAX) break;
      }
    },
  ],
];

async function exercise({ type, connection, table, filesFolder }: Task): Promise<Outcome> {
  const outcome: Outcome = { steps: [], messageLengthMax: 0, messages: "" };
  const note = (step: string, cause: unknown): void => {
    const isTold = cause instanceof ConnectorError;
    outcome.steps.push(
      `${step}: ${isTold ? cause.code : `BUG ${cause instanceof Error ? cause.stack : cause}`}`,
    );
    const message = cause instanceof Error ? cause.message : "";
    outcome.messageLengthMax = Math.max(outcome.messageLengthMax, message.length);
    outcome.messages += `${message.slice(0, 300)}\n`;
  };
  const deps = { outbound: createOutbound(undefined), filesFolder } as unknown as Parameters<
    typeof openSession
  >[0];
  const signal = new AbortController().signal;
  try {
    const session = await openSession(deps, type, connection, { signal, ...TIMES });
    for (const [name, take] of STEPS) {
      await take(session, table).catch((cause: unknown) => note(name, cause));
      // Nobody reads a table that could not be described.
      if (name === "describe" && outcome.steps.some((step) => step.startsWith("describe"))) break;
    }
    await session.close();
  } catch (cause) {
    note("open", cause);
  }
  return outcome;
}

process.on("message", async (message: ToSubject) => {
  if ("memory" in message) {
    globalThis.gc?.();
    process.send?.({ id: message.id, rss: process.memoryUsage.rss(), peak });
    peak = 0;
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const never = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => resolve({ steps: ["BUG never ended"], messageLengthMax: 0, messages: "" }),
      NEVER_MS,
    );
  });
  const outcome = await Promise.race([exercise(message), never]);
  clearTimeout(timer);
  process.send?.({ id: message.id, outcome });
});
process.once("disconnect", () => process.exit());
process.send?.({ id: 0 });
