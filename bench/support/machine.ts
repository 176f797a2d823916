import { cpus, totalmem } from "node:os";
import type { Row } from "./report.ts";

export const machine = (): Row => ({
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  at: new Date().toISOString(),
});
