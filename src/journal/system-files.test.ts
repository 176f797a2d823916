import { constants } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemFiles } from "./system-files.ts";

const CONTENT = Buffer.from("a group");

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "tributary-files-"));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test.each(["through", undefined] as const)(
  "a file written %s holds what was synced, also after a cut",
  async (how) => {
    const path = join(await folder(), "file");
    const file = await systemFiles.create(path, how);
    await file.writev([CONTENT, CONTENT], 0);
    await file.datasync();
    await file.truncate(CONTENT.length);
    await file.datasync();
    await file.writev([CONTENT], CONTENT.length);
    await file.datasync();
    await file.close();
    expect((await readFile(path)).toString()).toBe("a groupa group");
    await expect(systemFiles.create(path, how)).rejects.toThrow("EEXIST");
  },
);

/** How this process holds the file open. */
async function flagsOf(path: string): Promise<number> {
  for (const fd of await readdir("/proc/self/fd")) {
    if ((await readlink(`/proc/self/fd/${fd}`).catch(() => "")) !== path) continue;
    const [, flags = ""] = /flags:\s+(\d+)/.exec(await readFile(`/proc/self/fdinfo/${fd}`, "utf8")) ?? [];
    return Number.parseInt(flags, 8);
  }
  throw new Error(`${path} is not open`);
}

test.runIf(process.platform === "linux")("only what is asked to writes through to the disk", async () => {
  const path = join(await folder(), "file");
  for (const how of ["through", undefined] as const) {
    const file = await systemFiles.create(`${path}-${how}`, how);
    const writesThrough = ((await flagsOf(`${path}-${how}`)) & constants.O_DSYNC) !== 0;
    expect([how, writesThrough]).toEqual([how, how === "through"]);
    await file.close();
  }
});
