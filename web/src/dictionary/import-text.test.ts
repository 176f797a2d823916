import { expect, test } from "vitest";
import { readImportText } from "./import-text.ts";
import { readSchemaText } from "./schema-text.ts";

const entry = { entityType: "event", name: "Buy", schemaJson: {} };

test("a file is JSON when it begins so, otherwise CSV", () => {
  expect(readImportText(JSON.stringify([entry]))).toEqual({ ok: true, body: { entries: [entry] } });
  expect(readImportText(`\n${JSON.stringify({ entries: [entry] })}`)).toEqual({
    ok: true,
    body: { entries: [entry] },
  });
  expect(readImportText("\uFEFFentityType,entityName\n")).toEqual({
    ok: true,
    body: { csv: "entityType,entityName\n" },
  });
});

test("what is neither says what to do", () => {
  expect(readImportText(" ")).toMatchObject({ ok: false, fault: expect.stringContaining("Choose a file") });
  expect(readImportText('{"a": 1}')).toMatchObject({ ok: false, fault: expect.stringContaining("entries") });
  expect(readImportText("[")).toMatchObject({ ok: false, fault: expect.stringContaining("Not JSON") });
});

test("a schema that is not JSON yet says where", () => {
  expect(readSchemaText('{"a": 1}')).toEqual({ ok: true, schema: { a: 1 } });
  expect(readSchemaText('{\n  "a": x}')).toMatchObject({
    ok: false,
    fault: expect.stringContaining("Not JSON"),
  });
  expect(readSchemaText("[]")).toMatchObject({ ok: false, fault: expect.stringContaining("object") });
});
