import { existsSync } from "node:fs";
import { join } from "node:path";

const LEAST_MAJOR = 26;
const major = (version) => Number(version.replace(/^v/, "").split(".")[0]);

/** The Node that runs the product: this one when it is new enough, otherwise the one installed beside the packages. */
export function findNode(root) {
  if (major(process.version) >= LEAST_MAJOR) return process.execPath;
  const installed = join(root, "node_modules", ".bin", "node");
  if (existsSync(installed)) return installed;
  process.stderr.write(
    `Tributary needs Node ${LEAST_MAJOR}; there is no package of it for ${process.platform}-${process.arch}. Install Node ${LEAST_MAJOR} and try again.\n`,
  );
  process.exit(1);
}
