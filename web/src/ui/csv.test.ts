import { expect, test } from "vitest";
import { csvText } from "./csv.ts";

test("commas, quotes and line ends are quoted, formulas disarmed, numbers left as they are", () => {
  expect(csvText([["a,b", 'say "x"', "two\nlines", "=1+1", -5, null, true]])).toBe(
    '"a,b","say ""x""","two\nlines",\'=1+1,-5,,true\r\n',
  );
});
