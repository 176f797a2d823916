import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { postgres } from "../../../src/warehouse/connectors/postgres/connector.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { isAlive } from "../../support/child-server.ts";
import { startPostgresWarehouse } from "../support/postgres-source.ts";
import { contextOf } from "../support/test-warehouse.ts";
import { childrenOf, startTalk } from "./talk.ts";

test("the process of a session ends with the server that started it, however that ends", async () => {
  const hostile = startTalk(join(import.meta.dirname, "hostile-server.ts"));
  onTestFinished(() => hostile.end());
  const ports = (await hostile.first).ports as number[];
  const subject = startTalk(join(import.meta.dirname, "subject.ts"));
  await subject.first;
  const connection = {
    host: "127.0.0.1",
    port: ports[0] ?? 0,
    database: "d",
    username: "u",
    ssl_mode: "disable",
  };
  void subject
    .ask({ type: "postgres", connection, table: { table: "t" }, filesFolder: null })
    .catch(() => undefined);
  await expect.poll(() => childrenOf(subject.pid).length).toBe(1);
  const [child = 0] = childrenOf(subject.pid);
  process.kill(subject.pid, "SIGKILL");
  await expect.poll(() => isAlive(child)).toBe(false);
});

test("a session that is closed, stopped or left in the middle of its rows leaves no process", async () => {
  const warehouse = await startPostgresWarehouse();
  onTestFinished(() => warehouse.close());
  const { warehouse_type: _, ...connection } = warehouse.source as Record<string, string | number>;
  const before = childrenOf(process.pid);
  const column = { name: "n", nativeType: "bigint", family: "integer", nullable: true } as const;
  const sql = "select n from generate_series(1, 10000000) n";
  const open = (signal?: AbortSignal) =>
    openInProcess(postgres, connection, contextOf({ filesFolder: null }, signal));

  const closed = await open();
  await closed.close();
  const left = await open();
  for await (const rows of left.stream(sql, [column])) if (rows.length > 0) break;
  await left.close();
  const stop = new AbortController();
  const stopped = await open(stop.signal);
  const reading = (async () => {
    for await (const rows of stopped.stream(sql, [column])) if (rows.length > 0) stop.abort();
  })();
  await expect(reading).rejects.toMatchObject({ code: "unreachable", message: "the run was stopped" });
  await stopped.close();
  expect(childrenOf(process.pid)).toEqual(before);
});

test("more sessions than there may be are refused for the moment, not for good", async () => {
  const warehouse = await startPostgresWarehouse();
  onTestFinished(() => warehouse.close());
  const { warehouse_type: _, ...connection } = warehouse.source as Record<string, string | number>;
  const opened = await Promise.allSettled(
    Array.from({ length: 18 }, () => openInProcess(postgres, connection, contextOf({ filesFolder: null }))),
  );
  const refused = opened.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toEqual(["throttled", "throttled"]);
  await Promise.all(opened.map((one) => (one.status === "fulfilled" ? one.value.close() : undefined)));
  const next = await openInProcess(postgres, connection, contextOf({ filesFolder: null }));
  await next.close();
});
