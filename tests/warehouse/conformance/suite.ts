import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer, TestServerOptions } from "../../support/test-server.ts";
import {
  canonical,
  createImport,
  createSource,
  IMPORTS,
  results,
  runImport,
  startWarehouseServer,
  storedEvents,
} from "../support/warehouse.ts";
import { proveOtherKinds } from "./other-kinds.ts";
import type { Sandbox } from "./sandbox.ts";
import { proveShortNames } from "./short-names.ts";
import { createTable, STEPS, type StepContext } from "./steps.ts";

export type SuiteOptions = {
  label: string;
  open(): Promise<Sandbox>;
  /** Steps that cannot apply, by name, each with its reason. */
  skips?: Readonly<Record<string, string>>;
  /** Server settings the connector needs. */
  config?: TestServerOptions;
  /** Where the warehouse knows no keys, only the second half is meant. */
  withoutKeys?: boolean;
};

/**
 * The mirror suite: things happen to a table, and after each of them one run makes the store equal to it, as a multiset; a second run
 * finds nothing to do, and the proof of equality agrees.
 */
export function mirrorConformance({
  label,
  open,
  skips = {},
  config = {},
  withoutKeys = false,
}: SuiteOptions): void {
  for (const isKeyed of withoutKeys ? [false] : [true, false]) {
    describe(`${label}: a mirror of a table ${isKeyed ? "with" : "without"} a key follows it`, () => {
      let server: TestServer;
      let context: StepContext;
      let sourceId: number;
      let importId: number;
      beforeAll(async () => {
        const sandbox = await open();
        server = await startWarehouseServer(config);
        context = { sandbox, table: isKeyed ? "keyed events" : "plain events", isKeyed };
        await createTable(context);
        sourceId = (await createSource(server, sandbox.source)).id;
        const made = await createImport(server, {
          warehouse_source_id: sourceId,
          table_params: sandbox.tableParams(context.table),
          time_column_name: "at",
          event_column_name: "event",
          user_column_name: "who",
          sync_mode: "mirror_mode",
        });
        importId = made.id;
      }, 60_000);
      afterAll(async () => {
        await server?.close();
        await context?.sandbox.close();
      });

      for (const step of STEPS) {
        if (step.only !== undefined && (step.only === "keyed") !== isKeyed) continue;
        if (skips[step.name] !== undefined) {
          test.skip(`${step.name} (cannot apply: ${skips[step.name]})`);
          continue;
        }
        test(step.name, async () => {
          await step.act(context);
          const run = await runImport(server, importId);
          expect(run.error).toBeNull();
          expect(await storedEvents(server)).toEqual(await expected(context));
          const changes = run.rows_inserted + run.rows_updated + run.rows_deleted;
          if (step.changesNothing) expect(changes).toBe(0);
          else expect(changes).toBeGreaterThan(0);
          const again = await runImport(server, importId);
          expect(again).toMatchObject({
            status: "SUCCEEDED",
            rows_inserted: 0,
            rows_updated: 0,
            rows_deleted: 0,
          });
          expect(await results(server.call("POST", `${IMPORTS}/${importId}/verify`))).toMatchObject({
            equal: true,
            differences: [],
          });
        });
      }

      if (isKeyed) return;
      test("people and lookup tables are shown before and proven equal after, too", () =>
        proveOtherKinds(server, context.sandbox, sourceId));
      test("columns may be called as anything in our own statements might be", () =>
        proveShortNames(server, context.sandbox, sourceId));
    });
  }
}

/** The table's rows as the events they should be. */
async function expected({ sandbox, table }: StepContext): Promise<string[]> {
  const rows = await sandbox.rows(table);
  return rows
    .map(({ event, at, who, ...properties }) =>
      canonical({
        event: String(event),
        properties: { ...properties, time: Date.parse(String(at)), distinct_id: who, $user_id: who },
      }),
    )
    .sort();
}
