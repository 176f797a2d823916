import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoOptions, type DemoTarget, type Filled, fillDemo } from "../../demo/fill/fill-demo.ts";
import { type DemoSize, SIZES } from "../../demo/fill/sizes.ts";
import { startAmplitude } from "../../demo/origin/amplitude-server.ts";
import { makeHistory } from "../../demo/origin/history.ts";
import { FIRST_CREDENTIALS } from "./test-config.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

export type DemoServer = TestServer & {
  target: DemoTarget;
  options: DemoOptions;
  /** What was put where. */
  filled: Filled;
};

/** The server of a test with the demo's data in it, in the small size unless told. */
export async function startDemoServer(
  options: TestServerOptions = {},
  size: DemoSize = SIZES.small,
): Promise<DemoServer> {
  const demo = { seed: 7, size, password: "a password for the demo", endMs: Date.now() };
  const origin = await startAmplitude(makeHistory(demo.seed, size.migratedPerDay, demo.endMs));
  const warehouseFolder = await mkdtemp(join(tmpdir(), "tributary-demo-warehouse-"));
  const server = await startTestServer({
    ...options,
    config: {
      ...{ AMPLITUDE_EXPORT_URL: origin.url, WAREHOUSE_FILES_DIR: warehouseFolder },
      ...options.config,
    },
  });
  const close = async () => {
    await server.close();
    await origin.close();
    await rm(warehouseFolder, { recursive: true, force: true });
  };
  const target = { url: server.url, credentials: FIRST_CREDENTIALS, warehouseFolder };
  try {
    const filled = await fillDemo(target, demo);
    if (!filled.ok) throw new Error(filled.failure.code);
    return { ...server, target, options: demo, filled: filled.value, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
