import { expect, test } from "vitest";
import { isDamagedAtOpen, isInvalidated } from "./damage.ts";

test.each([
  "IO Error: Could not set lock on file",
  "IO Error: Could not write file: No space left on device",
  "IO Error: Could not write file: Disk quota exceeded",
  "IO Error: Could not read from file: Input/output error",
  "IO Error: Cannot open file: Resource temporarily unavailable",
  "IO Error: Cannot open file: Device or resource busy",
  "IO Error: Cannot open file: Too many links",
  "IO Error: Cannot open file: Too many open files in system",
  "IO Error: Cannot open file: Cannot allocate memory",
  "EMFILE: too many open files, open",
  'IO Error: Database "project_1" has been invalidated because checkpointing failed',
])("a file is not damaged because the machine is in trouble: %s", (message) => {
  expect(isDamagedAtOpen(new Error(message))).toBe(false);
});

test("a file that makes no sense is damaged", () => {
  expect(isDamagedAtOpen(new Error("IO Error: The file exists, but it is not a valid DuckDB database"))).toBe(
    true,
  );
  expect(isDamagedAtOpen(new Error("Serialization Error: Failed to deserialize"))).toBe(true);
});

test("only DuckDB's own words say that a file must be opened anew", () => {
  expect(isInvalidated(new Error("FATAL Error: Failed: database must be restarted"))).toBe(true);
  expect(isInvalidated(new Error("IO Error: Checkpoint failed.\nThe database has been invalidated."))).toBe(
    true,
  );
  expect(isInvalidated(new Error("Conversion Error: could not convert 'has been invalidated'"))).toBe(false);
});
