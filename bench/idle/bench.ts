import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { machine } from "../support/machine.ts";
import { startProduct } from "../support/product.ts";
import { printReport } from "../support/report.ts";

const SETTLE_S = 20;

/** Linux only: memory shared by several processes is counted once (PSS), which is what the machine really loses. */
type Process = { pid: number; parent: number; name: string; pssMb: number };

function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
        const after = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const pssKb = Number(/^Pss: +(\d+)/m.exec(rollup)?.[1] ?? 0);
        return [
          {
            pid: Number(pid),
            parent: Number(after[1]),
            name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
            pssMb: pssKb / 1024,
          },
        ];
      } catch {
        return [];
      }
    });
}

function family(all: readonly Process[], pid: number): Process[] {
  const own = all.filter((process) => process.pid === pid);
  return [
    ...own,
    ...all.filter((process) => process.parent === pid).flatMap((child) => family(all, child.pid)),
  ];
}

const product = await startProduct();
try {
  await sleep(SETTLE_S * 1000);
  const whole = family(processes(), product.pid);
  const megabytes = (list: readonly Process[]) =>
    Math.round(list.reduce((sum, process) => sum + process.pssMb, 0));
  const node = whole.filter((process) => process.pid === product.pid);
  const postgres = whole.filter((process) => process.pid !== product.pid);
  const total = megabytes(whole);
  printReport({
    name: "idle: memory of the whole product",
    rows: [
      { part: "server", processes: node.length, "PSS MB": megabytes(node) },
      { part: "Postgres", processes: postgres.length, "PSS MB": megabytes(postgres) },
      { part: "together", processes: whole.length, "PSS MB": total },
    ],
    goals: [{ goal: "under 200 MB", measured: `${total} MB`, met: total < 200 && postgres.length > 0 }],
    about: { ...machine(), settled_s: SETTLE_S },
  });
} finally {
  await product.close();
}
