import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ChildServer,
  cleanUp,
  isAlive,
  postmasterPid,
  spawnServer,
  spawnTributary,
  waitUntilGone,
} from "../support/child-server.ts";

const run = promisify(execFile);
let folder: string;
let servers: ChildServer[];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "tributary process ")), "my dätä");
  servers = [];
});
afterEach(async () => {
  await cleanUp(folder, servers);
  await rm(dirname(folder), { recursive: true, force: true });
});

function start(args: string[] = [], environment: Record<string, string> = {}): ChildServer {
  const server = spawnServer(folder, args, environment);
  servers.push(server);
  return server;
}

const credentialsIn = (output: string): string =>
  `${/Service account +(\S+)/.exec(output)?.[1]}:${/Secret +(\S+)/.exec(output)?.[1]}`;

async function signsIn(url: string, credentials: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return (await fetch(`${url}/api/app/me`, { headers: { authorization } })).status === 200;
}

describe("first and later starts", () => {
  test("the first prints credentials once, and its curl lines work when pasted", async () => {
    const first = start();
    const url = await first.ready;
    const [send = "", read = "", look = ""] = first.output().match(/^ +curl .+$/gm) ?? [];
    const paste = async (line: string) =>
      (await run("sh", ["-c", `${line.trim()} --silent --show-error`])).stdout;
    expect(JSON.parse(await paste(send))).toEqual({ code: 200, num_records_imported: 1, status: "OK" });
    let lines = "";
    while (lines === "") lines = await paste(read);
    expect(JSON.parse(lines)).toMatchObject({
      event: "Signup",
      properties: { distinct_id: "ana", plan: "pro" },
    });
    expect(JSON.parse(await paste(look))).toMatchObject({ status: "ok" });
    const credentials = credentialsIn(first.output());
    expect(first.output()).toMatch(/Project token +[0-9a-f]{32}/);
    expect(await signsIn(url, credentials)).toBe(true);
    first.kill("SIGTERM");
    expect(await first.exited).toEqual({ code: 0, signal: null });

    const second = start();
    const secret = credentials.split(":")[1] ?? "";
    expect(await signsIn(await second.ready, credentials)).toBe(true);
    expect(second.output()).not.toContain(secret);
    expect(second.output()).not.toContain("Service account");
    expect(await readFile(join(folder, "server.json"), "utf8")).not.toContain(secret);
  });

  test("presets decide the first account and the first token", async () => {
    const server = start([], {
      BOOTSTRAP_SERVICE_ACCOUNT: "ci:a-secret-of-my-own",
      BOOTSTRAP_PROJECT_TOKEN: "0123456789abcdef0123456789abcdef",
    });
    expect(await signsIn(await server.ready, "ci:a-secret-of-my-own")).toBe(true);
    expect(server.output()).toContain("0123456789abcdef0123456789abcdef");
    expect(server.output()).not.toContain("a-secret-of-my-own");
  });
});

describe("stopping", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s lets a request in flight finish and leaves no process",
    async (signal) => {
      const server = start();
      const url = await server.ready;
      const postmaster = await postmasterPid(folder);
      const answer = await slowRequest(
        `${url}/api/app/projects/1`,
        credentialsIn(server.output()),
        async () => {
          server.kill(signal);
          while (await isListening(url)) await sleep(20);
        },
      );
      expect(answer).toMatchObject({ status: "ok", results: { name: "Renamed while stopping" } });
      expect(await server.exited).toEqual({ code: 0, signal: null });
      expect(postmaster && isAlive(postmaster)).toBe(false);
      await expect(readFile(join(folder, "server.json"))).rejects.toThrow("ENOENT");
    },
  );

  test.each(["SIGTERM", "SIGKILL"] as const)("%s to npm stops the server behind it", async (signal) => {
    const root = join(import.meta.dirname, "..", "..");
    const npm = spawn("npm", ["start", "--silent", "--", "--data-dir", folder, "--port", "0"], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    await new Promise<void>((resolve) => {
      npm.stdout.on("data", (chunk) => {
        output += chunk;
        if (output.includes("is ready on")) resolve();
      });
    });
    const { pid } = JSON.parse(await readFile(join(folder, "server.json"), "utf8"));
    const postmaster = await postmasterPid(folder);
    const ended = new Promise((resolve) => npm.on("close", resolve));
    npm.kill(signal);
    await ended;
    await waitUntilGone(pid);
    expect(isAlive(pid)).toBe(false);
    expect(postmaster && isAlive(postmaster)).toBe(false);
  });

  /** Sends half of the body once the server has seen the head, lets something happen, then sends the rest. */
  function slowRequest(url: string, credentials: string, meanwhile: () => Promise<void>): Promise<unknown> {
    const body = JSON.stringify({ name: "Renamed while stopping" });
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: "PATCH",
          auth: credentials,
          headers: {
            "content-type": "application/json",
            "content-length": body.length,
            expect: "100-continue",
          },
        },
        async (response) => resolve(JSON.parse(Buffer.concat(await response.toArray()).toString())),
      );
      sent.on("error", reject);
      sent.on("continue", () => {
        sent.write(body.slice(0, 10));
        meanwhile().then(() => sent.end(body.slice(10)), reject);
      });
    });
  }

  function isListening(url: string): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  }
});

describe("after kill -9", () => {
  test("the next start recovers while the old Postgres still runs", async () => {
    const first = start();
    await first.ready;
    const credentials = credentialsIn(first.output());
    first.kill("SIGKILL");
    await first.exited;
    const orphan = await postmasterPid(folder);
    expect(orphan && isAlive(orphan)).toBe(true);
    const second = start();
    expect(await signsIn(await second.ready, credentials)).toBe(true);
    expect(orphan && isAlive(orphan)).toBe(false);
  });

  test("the next start recovers when Postgres was killed too", async () => {
    const first = start();
    await first.ready;
    const credentials = credentialsIn(first.output());
    const postmaster = await postmasterPid(folder);
    first.kill("SIGKILL");
    if (postmaster) process.kill(postmaster, "SIGKILL");
    await first.exited;
    if (postmaster) await waitUntilGone(postmaster);
    expect(await signsIn(await start().ready, credentials)).toBe(true);
  });

  test("a Postgres that somebody else asks to stop ends the server too, instead of leaving it half alive", async () => {
    const server = start();
    await server.ready;
    const postmaster = await postmasterPid(folder);
    if (postmaster) process.kill(postmaster, "SIGTERM");
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toContain("The embedded Postgres ended by itself");
  });

  test("a Postgres that dies under a running server ends the server with its log", async () => {
    const server = start();
    await server.ready;
    const postmaster = await postmasterPid(folder);
    if (postmaster) process.kill(postmaster, "SIGKILL");
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toContain("The embedded Postgres ended by itself");
  });
});

describe("refusals at start", () => {
  test("a second server on one data folder is told who has it", async () => {
    const first = start();
    const url = await first.ready;
    const second = start();
    expect((await second.exited).code).toBe(1);
    expect(second.output()).toContain(`is in use by another Tributary (process ${first.child.pid}, ${url})`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test("a port that is taken is named", async () => {
    const holder = createServer().listen(0, "localhost");
    await new Promise((resolve) => holder.once("listening", resolve));
    const address = holder.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const server = start(["--port", String(port)]);
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toContain(`Port ${port} is taken`);
    holder.close();
  });

  test("wrong settings stop the start, all of them named", async () => {
    const server = start(["--log-level", "loud", "--nope", "1"], { REGION: "mars" });
    expect((await server.exited).code).toBe(2);
    expect(server.output()).toContain("LOG_LEVEL (--log-level): 'loud' does not fit; expected one of trace");
    expect(server.output()).toContain("REGION (--region): 'mars'");
    expect(server.output()).toContain("'--nope' is not a setting");
  });

  test("a database that cannot be reached is told as a sentence, without the password", async () => {
    const server = start([], { DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/none" });
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toContain("The control database cannot be reached");
    expect(server.output()).not.toContain("hunter2");
  });

  test("help lists the settings and exits with 0", async () => {
    const server = spawnTributary(["start", "--help"]);
    servers.push(server);
    expect((await server.exited).code).toBe(0);
    expect(server.output()).toContain("--data-dir, DATA_DIR");
  });
});
