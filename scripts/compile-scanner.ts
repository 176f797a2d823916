import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Its own types say of `console` what is not so here. */
const COMPILER: string = "assemblyscript/asc";
type Compiler = {
  main(
    options: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, content: Uint8Array): void;
      listFiles(): string[];
      stderr: { write(text: string): boolean };
    },
  ): Promise<{ error: Error | null }>;
};

/**
 * Compiles the scanner of a migration's lines, for the text at `source`. What comes of it is kept beside it, so that nobody needs the
 * compiler to start the product; a test holds the two together.
 */
export async function compileScanner(source: string): Promise<Uint8Array> {
  const { main } = (await import(COMPILER)) as Compiler;
  let compiled: Uint8Array | undefined;
  let said = "";
  const flags = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"];
  // As much as `END` in it says, in pages of 64 KiB.
  const memory = ["--initialMemory", "80", "--maximumMemory", "80"];
  const { error } = await main(["scan.ts", "--outFile", "scan.wasm", ...flags, ...memory], {
    readFile: (name) => (name === "scan.ts" ? source : null),
    writeFile: (_name, bytes) => {
      compiled = bytes;
    },
    listFiles: () => [],
    stderr: {
      write: (text) => {
        said += text;
        return true;
      },
    },
  });
  if (error !== null || compiled === undefined) throw new Error(`the scanner does not compile:\n${said}`);
  return compiled;
}

export const SCANNER = join(import.meta.dirname, "..", "src", "migration", "text", "scanner");

if (import.meta.main) {
  const compiled = await compileScanner(readFileSync(join(SCANNER, "scan.as"), "utf8"));
  writeFileSync(join(SCANNER, "scan.wasm"), compiled);
}
