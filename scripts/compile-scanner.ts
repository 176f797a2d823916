import { existsSync, readFileSync, writeFileSync } from "node:fs";
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

export const SCANNER = join(import.meta.dirname, "..", "src", "migration", "text", "scanner");

/**
 * Compiles the scanner of a migration's lines. What comes of it is kept beside its sources, so that nobody needs the compiler to start
 * the product; a test holds the two together.
 */
export async function compileScanner(): Promise<Uint8Array> {
  const { main } = (await import(COMPILER)) as Compiler;
  let compiled: Uint8Array | undefined;
  let said = "";
  const flags = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"];
  // As much as `END` in it says, in pages of 64 KiB.
  const memory = ["--initialMemory", "80", "--maximumMemory", "80"];
  const { error } = await main(["scan.ts", "--outFile", "scan.wasm", ...flags, ...memory], {
    readFile: readSource,
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

/** The compiler knows files of one ending only, which here are taken for TypeScript. */
function readSource(name: string): string | null {
  const path = join(SCANNER, name.replace(/\.ts$/, ".as"));
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

if (import.meta.main) writeFileSync(join(SCANNER, "scan.wasm"), await compileScanner());
