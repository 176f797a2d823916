import { performance } from "node:perf_hooks";
import type { Connection } from "../connector.ts";
import { ConnectorError } from "../connector.ts";
import { describeFailure, type FailureCode } from "../failures.ts";
import { type OpenDeps, openSession } from "./open-source.ts";

export type TestStep = {
  name: "resolve" | "connect" | "tls" | "authenticate" | "select" | "list" | "clock_skew";
  ok: boolean;
  ms: number;
  code: string | null;
  message: string;
  hint: string | null;
};
export type TestReport = { ok: boolean; encrypted: boolean | null; steps: TestStep[] };

const TEST_TIMEOUT_MS = 20_000;
const SKEW_MAX_MS = 60_000;

/** Which step a failure to connect belongs to. */
const STEP_OF: Partial<Record<FailureCode, TestStep["name"]>> = {
  host_not_allowed: "resolve",
  host_not_found: "resolve",
  unreachable: "connect",
  tls_failed: "tls",
  auth_failed: "authenticate",
  database_missing: "authenticate",
};
const BEFORE_SELECT: readonly TestStep["name"][] = ["resolve", "connect", "tls", "authenticate"];

/** Connects as a run would, and says step by step how far it got. Nothing is saved. */
export async function testConnection(
  deps: OpenDeps,
  type: string,
  connection: Connection,
): Promise<TestReport> {
  const steps: TestStep[] = [];
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
  const begun = performance.now();
  try {
    const session = await openSession(deps, type, connection, {
      signal,
      statementTimeoutMs: TEST_TIMEOUT_MS,
    });
    try {
      const ms = performance.now() - begun;
      for (const name of BEFORE_SELECT) {
        const message = name === "tls" && !session.isEncrypted ? "the connection is not encrypted" : "";
        steps.push(passed(name, name === "connect" ? ms : 0, message));
      }
      await step(steps, "select", async () => void (await session.ask("select 1")));
      await step(steps, "list", async () => {
        const found = await session.catalog({ search: "", limit: 1 });
        return found.length === 0 ? "no table can be read; grant SELECT on some" : "";
      });
      await step(steps, "clock_skew", async () => {
        const skewMs = Math.abs((await session.now()) - Date.now());
        return skewMs > SKEW_MAX_MS ? `the warehouse's clock differs by ${Math.round(skewMs / 1000)} s` : "";
      });
      return { ok: steps.every((one) => one.ok), encrypted: session.isEncrypted, steps };
    } finally {
      await session.close();
    }
  } catch (cause) {
    steps.push(...failedSteps(cause, performance.now() - begun, steps));
    return { ok: false, encrypted: null, steps };
  }
}

const passed = (name: TestStep["name"], ms: number, message = ""): TestStep => ({
  ...{ name, ok: true, ms: Math.round(ms), code: null, message, hint: null },
});

async function step(
  steps: TestStep[],
  name: TestStep["name"],
  work: () => Promise<string | undefined>,
): Promise<void> {
  const begun = performance.now();
  try {
    steps.push(passed(name, performance.now() - begun, (await work()) ?? ""));
  } catch (cause) {
    if (!(cause instanceof ConnectorError)) throw cause;
    steps.push(failed(name, cause, performance.now() - begun));
  }
}

/** The steps before the one that failed went well. */
function failedSteps(cause: unknown, ms: number, before: readonly TestStep[]): TestStep[] {
  if (!(cause instanceof ConnectorError)) throw cause;
  const name = STEP_OF[cause.code] ?? "connect";
  const earlier = BEFORE_SELECT.slice(0, BEFORE_SELECT.indexOf(name)).filter(
    (one) => !before.some((had) => had.name === one),
  );
  return [...earlier.map((one) => passed(one, 0)), failed(name, cause, ms)];
}

function failed(name: TestStep["name"], cause: ConnectorError, ms: number): TestStep {
  const { code, message, hint } = describeFailure(cause.code, cause.message, cause.hint);
  return { name, ok: false, ms: Math.round(ms), code, message, hint };
}
