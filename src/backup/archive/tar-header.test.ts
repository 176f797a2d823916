import fc from "fast-check";
import { expect, test } from "vitest";
import { readTarHeader, type TarEntry, tarHeader } from "./tar-header.ts";

const entries = fc.record<TarEntry>({
  name: fc.stringMatching(/^[a-z/.-]{1,100}$/),
  bytes: fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  writtenAt: fc.integer({ min: 0, max: 8 ** 11 - 1 }),
});

test("a header is read back as it was written, past 8 GiB as well", () => {
  fc.assert(
    fc.property(entries, (entry) => {
      expect(readTarHeader(tarHeader(entry))).toEqual(entry);
    }),
  );
});

test("a header in which any byte was changed is none of ours", () => {
  fc.assert(
    fc.property(entries, fc.nat(511), fc.integer({ min: 1, max: 255 }), (entry, at, mask) => {
      const header = tarHeader(entry);
      header[at] = (header[at] ?? 0) ^ mask;
      expect(readTarHeader(header)).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

test("a name that tar could not carry is a bug and throws", () => {
  for (const name of ["", "x".repeat(101), "ä", "a b"]) {
    expect(() => tarHeader({ name, bytes: 0, writtenAt: 0 })).toThrow("cannot be the name");
  }
});
