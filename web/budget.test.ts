import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ensureWeb } from "../scripts/ensure-web.mjs";

type Manifest = Record<string, { file: string; imports?: string[] }>;

const FIRST_LOAD_MAX_BYTES = 180_000;
const CHART_MAX_BYTES = 200_000;

const dist = join(import.meta.dirname, "dist");

/** A page's script and everything that must be there before it runs. */
function chunksOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`${name} is not among the built files`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const other of chunk.imports ?? []) chunksOf(manifest, other, found);
  return found;
}

const packedBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

test("a first visit of the home page loads less than 180 KB of JavaScript, a first chart less than 200 KB more", () => {
  expect(ensureWeb(dirname(import.meta.dirname))).toBe(true);
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
  const first = chunksOf(manifest, "src/home/HomePage.tsx", chunksOf(manifest, "index.html"));
  const chart = [...chunksOf(manifest, "src/ui/chart-engine.ts")].filter((file) => !first.has(file));
  process.stdout.write(
    `first load ${Math.round(packedBytes(first) / 1000)} KB, chart ${Math.round(packedBytes(chart) / 1000)} KB\n`,
  );
  expect(packedBytes(first)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  expect(packedBytes(chart)).toBeLessThan(CHART_MAX_BYTES);
});
