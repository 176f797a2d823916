import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pythonOfClients } from "../../../scripts/ensure-clients.mjs";
import type { TlsFront } from "./tls-front.ts";

const FOLDER = join(import.meta.dirname, "..");

// biome-ignore lint/suspicious/noExplicitAny: each client reports in its own way.
type Report = any;

/** Runs a script that sends with a client; tells it what on its input and answers the JSON of its last line. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  told: unknown,
): Promise<Report> {
  const child = spawn(program, args, { cwd: FOLDER, env: { PATH: process.env.PATH ?? "", ...env } });
  child.stdin.end(JSON.stringify(told));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const last = out.trimEnd().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(last);
  } catch {
    throw new Error(`the client did not report: ${out}\n${err}`);
  }
}

const tls = ({ port, certificateFile }: TlsFront) => ({
  CLIENT_TLS_PORT: String(port),
  NODE_EXTRA_CA_CERTS: certificateFile,
  REQUESTS_CA_BUNDLE: certificateFile,
});

export const runNode = (script: string, front: TlsFront, told: unknown) =>
  run(process.execPath, ["--import", "./redirect-hosts.mjs", script], tls(front), told);

export const runPython = (front: TlsFront, told: unknown) =>
  run(pythonOfClients, ["python/send.py"], { ...tls(front), PYTHONPATH: join(FOLDER, "python") }, told);
