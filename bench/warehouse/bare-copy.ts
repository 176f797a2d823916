import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";

/** The least one thread of Node must do: COPY read into objects and written as JSON. It maps and checks nothing. */
export async function bareCopy(url: URL): Promise<{ rows: number; seconds: number; cpu: number }> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  const names = [
    "id",
    "ordered_at",
    "event",
    "customer_id",
    "device",
    "plan",
    "amount",
    "quantity",
    "is_member",
    "country",
    "url",
    "score",
  ];
  let rows = 0;
  let bytes = 0;
  let rest = "";
  for await (const piece of client.query(copyTo("copy orders to stdout"))) {
    const lines = (rest + (piece as Buffer).toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const cells = line.split("\t");
      const object: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at += 1)
        object[names[at] ?? ""] = cells[at] === "\\N" ? null : cells[at];
      bytes += JSON.stringify(object).length;
      rows += 1;
    }
  }
  await client.end();
  if (bytes === 0) throw new Error("nothing was read");
  const { user, system } = process.cpuUsage(cpuBefore);
  return { rows, seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 };
}
