import { Agent, request } from "node:http";

export type Sent = { seconds: number; latenciesMs: number[]; refused: number };

const post = (agent: Agent, url: URL, headers: Record<string, string>, body: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-length": body.length } },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
        answer.on("error", reject);
      },
    );
    call.on("error", reject);
    call.end(body);
  });

/** As fast as so many connections can, or at a fixed rate: then what waits for its turn counts as waiting. */
export async function send(
  url: URL,
  headers: Record<string, string>,
  bodies: readonly Buffer[],
  { connections, perSecond }: { connections: number; perSecond?: number },
): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latenciesMs: number[] = [];
  let refused = 0;
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    for (let index = next++; index < bodies.length; index = next++) {
      const dueMs = perSecond === undefined ? performance.now() : began + (index * 1000) / perSecond;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const status = await post(agent, url, headers, bodies[index] ?? Buffer.alloc(0));
      if (status !== 200) refused += 1;
      latenciesMs.push(performance.now() - dueMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { seconds, latenciesMs, refused };
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
