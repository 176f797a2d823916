import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, createConnection } from "mysql2/promise";
import { findMariadb } from "../../../scripts/ensure-mariadb.mjs";

export type Mariadb = {
  port: number;
  admin: Connection;
  /** Certificate that signs itself, for `localhost`. */
  certificate: string;
  /** At once, as when the machine goes away. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

/** A server of its own on a scratch folder, with TLS. */
export async function startMariadb(): Promise<Mariadb> {
  const server = findMariadb();
  if (server === undefined)
    throw new Error("mariadbd is not installed: apt-get install mariadb-server-core mariadb-client-core");
  const folder = mkdtempSync(join(tmpdir(), "tributary-mariadb-"));
  const data = join(folder, "data");
  const { certificate, key } = makeCertificate(folder);
  execFileSync(
    "mariadb-install-db",
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      "--user=root",
    ],
    { stdio: "ignore" },
  );
  const port = await freePort();
  const child = spawn(
    server,
    [
      "--no-defaults",
      "--user=root",
      `--datadir=${data}`,
      `--socket=${join(folder, "socket")}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--ssl-cert=${certificate}`,
      `--ssl-key=${key}`,
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-buffer-pool-size=64M",
      "--character-set-server=utf8mb4",
      "--default-time-zone=+02:00",
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    await ended;
  };
  const admin = await connectWhenUp(port);
  return {
    port,
    admin,
    certificate: execFileSync("cat", [certificate], { encoding: "utf8" }),
    kill: () => end("SIGKILL"),
    async close() {
      admin.destroy();
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "key.pem");
  execFileSync(
    "openssl",
    [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...[
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        key,
        "-out",
        certificate,
      ],
    ],
    { stdio: "ignore" },
  );
  return { certificate, key };
}

async function connectWhenUp(port: number): Promise<Connection> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    try {
      return await createConnection({
        host: "127.0.0.1",
        port,
        user: "root",
        multipleStatements: true,
        charset: "utf8mb4",
      });
    } catch {
      await sleep(100);
    }
  }
  throw new Error("MariaDB did not start");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
