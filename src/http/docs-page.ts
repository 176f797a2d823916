import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { scriptSource } from "./script-source.ts";

/** The reference page and all it loads come from this server, so it works without a network. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tributary API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;
/** Requests that are tried out go to the address the page was opened by, whatever name that is. */
const SCRIPT = `fetch("/openapi.json").then((response) => response.json()).then((spec) => {
  spec.servers = [{ url: location.origin }];
  SwaggerUIBundle({ spec, dom_id: "#reference", deepLinking: true, docExpansion: "none", filter: true, tryItOutEnabled: true, validatorUrl: null });
});
`;
/** The page's library sets styles on elements and draws its icons from data addresses; scripts come from here alone. */
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FILES = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

export function mountDocsPage(app: FastifyInstance, publicUrl: () => string, document: object): void {
  const openapi = createOpenapiText(document);
  app.get("/openapi.json", async (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(openapi(publicUrl())),
  );
  app.get("/docs", async (request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header(
        "content-security-policy",
        `${POLICY}; script-src ${scriptSource(request, publicUrl(), ["/docs/"])}`,
      )
      .send(PAGE),
  );
  app.get("/docs/reference.js", async (_request, reply) =>
    reply.header("content-type", "text/javascript; charset=utf-8").send(SCRIPT),
  );
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  for (const [name, type] of Object.entries(FILES)) {
    // Read when asked for: 1.5 MB that most processes never need in memory.
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .header("content-type", type)
        .header("cache-control", "public, max-age=3600")
        .send(await readFile(join(folder, name))),
    );
  }
}

/** 1.3 MB, written once: the address of the server is known when the first client asks. */
function createOpenapiText(document: object): (url: string) => Buffer {
  let written: { url: string; text: Buffer } | undefined;
  return (url) => {
    if (written?.url !== url)
      written = { url, text: Buffer.from(JSON.stringify({ ...document, servers: [{ url }] })) };
    return written.text;
  };
}
