import { expect, test } from "vitest";
import { acceptsCoding } from "./accept-encoding.ts";

test.each([
  ["gzip", true],
  ["deflate, GZIP;q=0.5", true],
  ["*", true],
  ["br, *;q=0.1", true],
  ["gzip;q=0", false],
  ["gzip;q=0, *", false],
  ["identity", false],
  ["xgzip", false],
  [undefined, false],
])("Accept-Encoding %s: %s", (header, accepted) => expect(acceptsCoding(header, "gzip")).toBe(accepted));
