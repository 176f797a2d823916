import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The server under test behind TLS, under the names that clients insist on. */
export type TlsFront = { port: number; certificateFile: string; close(): Promise<void> };

const NAMES = "DNS:localhost,IP:127.0.0.1,DNS:mixpanel.com,DNS:*.mixpanel.com";

export async function startTlsFront(url: string): Promise<TlsFront> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-tls-"));
  const certificateFile = join(folder, "certificate.pem");
  const keyFile = join(folder, "key.pem");
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
      ...["-subj", "/CN=localhost", "-addext", `subjectAltName=${NAMES}`],
      ...["-addext", "keyUsage=critical,digitalSignature,keyCertSign"],
      ...["-keyout", keyFile, "-out", certificateFile],
    ],
    { stdio: "ignore" },
  );
  const keys = { key: await readFile(keyFile), cert: await readFile(certificateFile) };
  const server = createServer(keys, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? "/", url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificateFile,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
