import Fastify from "fastify";

/** The limit: Fastify with one route that takes the same bodies apart and answers. Nothing is checked, written or synced. */
const app = Fastify();
app.addContentTypeParser(
  "application/x-www-form-urlencoded",
  { parseAs: "string" },
  (_request, body, parsed) => {
    const data = new URLSearchParams(String(body)).get("data") ?? "";
    parsed(null, JSON.parse(Buffer.from(data, "base64").toString("utf8")));
  },
);
app.post("/track", async (request, reply) => {
  const record = request.body as { properties?: { token?: string } };
  return reply.type("text/plain").send(record.properties?.token === undefined ? "0" : "1");
});
await app.listen({ host: "localhost", port: 0 });
const address = app.server.address();
console.log(`ready on http://localhost:${typeof address === "object" && address ? address.port : 0}`);
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
