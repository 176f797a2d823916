import Fastify from "fastify";

/** The limit: Fastify with one route that answers the same bytes from a constant, and nothing else. */
const body = JSON.parse(process.argv[2] ?? "{}");
const app = Fastify();
app.get("/api/app/projects/:projectId", async () => body);
await app.listen({ host: "localhost", port: 0 });
const address = app.server.address();
console.log(`ready on http://localhost:${typeof address === "object" && address ? address.port : 0}`);
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
