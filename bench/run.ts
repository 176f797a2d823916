import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** `npm run bench -- http [--json]` */
const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, "bench.ts")),
);
const name = process.argv[2] ?? "";
if (!names.includes(name)) {
  console.error(`Which benchmark? npm run bench -- ${names.join("|")} [--json]`);
  process.exit(2);
}
await import(`./${name}/bench.ts`);
