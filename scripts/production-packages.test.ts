import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

test("a production install has none of the development packages", () => {
  const names = Object.keys(read("package.json").devDependencies);
  const { packages } = read("package-lock.json");
  expect(names).toContain("vitest");
  for (const name of names) expect(packages[`node_modules/${name}`], name).toMatchObject({ dev: true });
});
