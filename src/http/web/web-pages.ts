import { readFile } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsCoding } from "../../platform/accept-encoding.ts";
import { scriptSource } from "../script-source.ts";
import { createWebFiles, type WebFile } from "./web-files.ts";

/** Places of the web UI. All are the same page, which finds out itself what to show; nothing below /api is among them. */
const PLACES = /^\/(?:sign-in(?:\/[\w-]+)?|projects|account|p(?:\/.*)?)?\/?$/;

/** Styles and requests from here alone, and nothing inline. Styles that scripts set on elements are no inline styles. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const SCRIPTS = ["/assets/", "/theme.js"];
const PAGE_HEADERS = {
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tributary</title>
<h1>The web UI has not been built</h1>
<p>Everything else works. Stop the server and start it with <code>npm start</code>, which builds what is missing;
lines it prints on the way say why it could not.</p>
<p><a href="/docs">API reference</a></p>
</html>
`;

/** Answers whether a path is one of the web UI, and was answered. */
export type WebPages = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function createWebPages(folder: string, publicUrl: () => string): WebPages {
  const filesOf = createWebFiles(folder);
  const headersFor = (request: FastifyRequest) => ({
    ...PAGE_HEADERS,
    "content-security-policy": `${POLICY}; script-src ${scriptSource(request, publicUrl(), SCRIPTS)}`,
  });
  return async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const path = request.url.split("?", 1)[0] ?? "";
    const isPlace = PLACES.test(path);
    // Paths of the API that do not exist come here too, and by the thousand; nothing is looked up for them.
    if (!isPlace && !/^\/(?:assets\/[\w.-]+|[\w-]+\.\w+)$/.test(path)) return false;
    const files = await filesOf();
    if (files === undefined) {
      if (isPlace)
        reply.headers(headersFor(request)).code(503).type("text/html; charset=utf-8").send(NOT_BUILT);
      return isPlace;
    }
    const file = files.get(isPlace ? "/index.html" : path);
    if (file === undefined) return false;
    reply.headers(headersFor(request));
    await sendFile(file, request, reply);
    return true;
  };
}

async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const coding = codingFor(file, request.headers["accept-encoding"]);
  // The same content packed in another way is another answer: its mark must differ.
  const etag = coding === undefined ? file.etag : file.etag.replace(/"$/, `-${coding}"`);
  reply.headers({
    "cache-control": file.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    etag,
  });
  if (holds(request.headers["if-none-match"], etag)) return void reply.code(304).send();
  const body = await readFile(coding === undefined ? file.path : (file.packed[coding] ?? file.path));
  if (coding !== undefined) reply.header("content-encoding", coding);
  reply.type(file.contentType).header("content-length", body.length);
  // Of a HEAD the framework would drop the length along with the body.
  if (request.method === "HEAD") reply.send(Buffer.alloc(0));
  else reply.send(body);
}

function codingFor(file: WebFile, accepted: string | string[] | undefined): "br" | "gzip" | undefined {
  const takes = (coding: string) => acceptsCoding(accepted, coding);
  if (file.packed.br !== undefined && takes("br")) return "br";
  return file.packed.gzip !== undefined && takes("gzip") ? "gzip" : undefined;
}

const holds = (given = "", etag: string): boolean =>
  given.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*");
