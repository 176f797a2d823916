import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zip } from "../../demo/origin/zip.ts";
import { parseLines, readLines } from "../../src/migration/archive/read-lines.ts";
import { unpackWhole } from "../../src/migration/archive/unpack-whole.ts";
import { growthOf, readZipEntry } from "../../src/migration/archive/zip-content.ts";
import { readZipDirectory } from "../../src/migration/archive/zip-directory.ts";
import { Broken } from "../../src/migration/origin.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-archive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Files that came in one piece. */
let wholes = 0;

async function readAll(bytes: Buffer): Promise<string[]> {
  const path = join(folder, "a.zip");
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    const contents: string[] = [];
    const growth = growthOf(bytes.length);
    for (const entry of await readZipDirectory(file, bytes.length)) {
      const whole = await unpackWhole(file, entry, growth);
      const pieces: Buffer[] = [];
      const read = async () => {
        for await (const piece of readZipEntry(file, entry, growth)) pieces.push(piece);
      };
      // Whatever is unpacked in one piece is what a stream would have brought, to its end.
      if (whole !== undefined && whole.length <= growth.leftBytes)
        await expect(read()).resolves.toBe(undefined);
      else await read();
      const content = Buffer.concat(pieces).toString();
      if (whole !== undefined) expect(whole.toString()).toBe(content);
      wholes += whole === undefined ? 0 : 1;
      contents.push(content);
    }
    return contents;
  } finally {
    await file.close();
  }
}
const FILES = [
  { name: "1.json.gz", content: gzipSync("one\n") },
  { name: "2.json", content: Buffer.from("two\n") },
];

test("files come out of an archive, unpacked where they are gzip", async () => {
  wholes = 0;
  expect(await readAll(zip(FILES))).toEqual(["one\n", "two\n"]);
  expect(wholes).toBe(1);
});

test("a gzip file of several parts, and one that says it is shorter than it is, come out whole", async () => {
  const text = "x".repeat(3 * 1024 * 1024);
  const parts = Buffer.concat([gzipSync(text), gzipSync("end\n")]);
  wholes = 0;
  expect(await readAll(zip([{ name: "1.json.gz", content: parts }]))).toEqual([`${text}end\n`]);
  expect(wholes).toBe(1);
  const large = Buffer.concat([gzipSync(Buffer.alloc(30 * 1024 * 1024, 97)), gzipSync("end\n")]);
  expect((await readAll(zip([{ name: "1.json.gz", content: large }])))[0]).toMatch(/aend\n$/);
  expect(wholes).toBe(1);
});

test("an archive cut anywhere, or with any byte changed, never reads as whole", async () => {
  const whole = zip(FILES);
  const expected = await readAll(whole);
  for (let length = 0; length < whole.length; length += 7) {
    await expect(readAll(whole.subarray(0, length))).rejects.toMatchObject({ code: "damaged" });
  }
  for (let at = 0; at < whole.length; at += 1) {
    const bad = Buffer.from(whole);
    bad[at] = (bad[at] ?? 0) ^ 0x55;
    const read = await readAll(bad).catch((cause: { code: string }) => cause.code);
    // Bytes that mean nothing, as a name or a date, may change; content may not.
    if (Array.isArray(read))
      expect(read.map((one) => one.includes("\n") && one.length === 4)).toEqual(expected.map(() => true));
    else expect(["damaged", "refused"]).toContain(read);
  }
});

async function* pieces(...texts: (string | Buffer)[]) {
  for (const text of texts) yield Buffer.from(text);
}
async function linesOf(...texts: (string | Buffer)[]) {
  const pages = [];
  for await (const lines of readLines(pieces(...texts)))
    pages.push(lines instanceof Broken ? { records: [lines], text: "sound" } : parseLines(lines));
  return pages;
}

test("lines that are cut by the pieces they come in are whole", async () => {
  const pages = await linesOf('{"a":1}\n{"b"', ":2}\n", '{"c":3}');
  expect(pages.flatMap(({ records }) => records)).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
});

test("a line of any length is passed over without being kept, and the next one read", async () => {
  const long = "x".repeat(1024 * 1024);
  const pages = await linesOf(long, long, long, long, long, long, '\n{"after":1}\n');
  expect(pages.flatMap(({ records }) => records)).toEqual([new Broken("line_too_long"), { after: 1 }]);
});

test("bytes that are no UTF-8, and halves of characters, are told of", async () => {
  expect((await linesOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x0a])))[0]?.text).toBe("broken");
  expect((await linesOf('{"a":"\\ud800"}\n'))[0]?.text).toBe("escaped");
  expect((await linesOf("not json\n"))[0]?.records).toEqual([new Broken("not_json")]);
});

test("an archive of many files that each unpack to a little too much is refused", async () => {
  const content = gzipSync(Buffer.alloc(20 * 1024 * 1024));
  const files = Array.from({ length: 8 }, (_, part) => ({
    name: `1/1_2026-01-10_0#${part}.json.gz`,
    content,
  }));
  await expect(readAll(zip(files))).rejects.toMatchObject({ code: "refused" });
});
