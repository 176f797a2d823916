import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../src/cli/serve/start-server.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { readConfig } from "../../src/platform/config/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";

/** The OpenAPI document as the server itself gives it: a real one is started on a folder of its own, which takes some seconds. */
export async function readDocument(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-document-"));
  try {
    const config = readConfig(
      { PORT: "0", HOST: "127.0.0.1", SHUTDOWN_TIMEOUT_S: "5", DATA_DIR: folder },
      [],
    );
    if (!config.ok) throw new Error("the default settings do not fit");
    const parts = { clock: systemClock, randomness: systemRandomness, log: silentLog };
    const server = await startServer(config.value, parts);
    try {
      return await (await fetch(`${server.localUrl}/openapi.json`)).json();
    } finally {
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
