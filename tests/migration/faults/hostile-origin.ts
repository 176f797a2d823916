import { type AddressInfo, createServer, type Socket } from "node:net";
import { seededRandom } from "../../support/random.ts";
import { pick, type Random } from "../../warehouse/faults/odd-bytes.ts";
import { oddAnswer, whole } from "../../warehouse/faults/odd-http.ts";
import { drip, plainFaults } from "../../warehouse/faults/odd-sockets.ts";
import { honestExport, oddExport, oddPage } from "./odd-exports.ts";

// A process of its own, started with `fork`: a tool whose export is odd in the way that a seed says.

/** Seed 0 behaves. */
type ToHostile = { id: number; tool: "amplitude" | "mixpanel"; seed: number };

const HONEST_PAGE = JSON.stringify({ page: 0, page_size: 1000, session_id: "s", results: [], status: "ok" });
let random: Random = seededRandom(1);
let tool: ToHostile["tool"] = "amplitude";
let odd: (socket: Socket, path: string) => void = () => undefined;
let asked = 0;
const sockets = new Set<Socket>();

const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.once("close", () => sockets.delete(socket));
  socket.on("data", (bytes: Buffer) => {
    const [, path] = /^(?:GET|POST) (\S+) /.exec(bytes.toString("latin1", 0, 500)) ?? [];
    if (path === undefined) return;
    asked += 1;
    // The first question is whether the credentials hold.
    if (asked === 1) socket.write(tool === "amplitude" ? whole(404, "") : whole(200, HONEST_PAGE));
    else odd(socket, path);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
const { port } = server.address() as AddressInfo;

function honest(): { name: string; odd: typeof odd } {
  const { body, page } = honestExport(tool);
  return {
    name: "honest",
    odd: (socket, path) => void socket.write(whole(200, path.includes("engage") ? page : body)),
  };
}

function behaviourOf(): { name: string; odd: typeof odd } {
  const kind = random.below(10);
  if (kind < 1) {
    const { name, on } = plainFaults(random);
    return { name, odd: (socket) => on(socket) };
  }
  if (kind < 4) {
    const answer = oddAnswer(random, `http://127.0.0.1:${port}/inner`);
    return { name: "odd HTTP", odd: (socket) => answer(socket) };
  }
  const body = oddExport(random, tool);
  const page = oddPage(random);
  const isSlow = random.below(12) === 0;
  return {
    name: "an odd export",
    odd(socket, path) {
      const answer = whole(
        pick(random, [200, 200, 200, 200, 429, 500]),
        path.includes("engage") ? page : body,
        {
          "retry-after": pick(random, ["0", "0", "-5", "x", "1e9"]),
        },
      );
      if (isSlow) drip(socket, answer, 5);
      else socket.write(answer);
    },
  };
}

process.on("message", (message: ToHostile) => {
  for (const socket of sockets) socket.destroy();
  random = seededRandom(message.seed);
  tool = message.tool;
  asked = 0;
  const behaviour = message.seed === 0 ? honest() : behaviourOf();
  odd = behaviour.odd;
  process.send?.({ id: message.id, name: behaviour.name });
});
process.once("disconnect", () => process.exit());
process.send?.({ id: 0, url: `http://127.0.0.1:${port}` });
