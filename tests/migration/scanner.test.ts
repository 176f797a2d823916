import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileScanner, SCANNER } from "../../scripts/compile-scanner.ts";

test("the scanner that is kept is what its source compiles to", async () => {
  const compiled = await compileScanner();
  expect(Buffer.compare(compiled, readFileSync(join(SCANNER, "scan.wasm")))).toBe(0);
});
