import { Client } from "pg";
import { expect, test } from "vitest";
import { plainArray, textArray } from "../../src/platform/control-db/index.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";

const TEXTS = [
  "",
  "a",
  'say "hi"',
  "\\",
  '\\"',
  "a,b",
  "{}",
  "NULL",
  "null",
  " x ",
  "é😀",
  "\n\t\u0001",
  "'",
];

test("lists come to Postgres as they are", async () => {
  const client = new Client({ connectionString: await createDatabase(TEMPLATE) });
  await client.connect();
  const given = [
    ...[textArray(TEXTS), textArray([]), textArray(TEXTS.map((text) => text.repeat(2)))],
    ...[plainArray([0, -1, Number.MAX_SAFE_INTEGER, null]), plainArray([]), plainArray([true, null, false])],
  ];
  const { rows } = await client.query(
    `select $1::text[] as texts, $2::text[] as none, $3::text[] as more,
      $4::bigint[]::text[] as numbers, $5::integer[] as nothing, $6::boolean[] as answers`,
    given,
  );
  expect(rows).toEqual([
    {
      ...{ texts: TEXTS, none: [], more: TEXTS.map((text) => text.repeat(2)) },
      numbers: ["0", "-1", "9007199254740991", null],
      ...{ nothing: [], answers: [true, null, false] },
    },
  ]);
  await client.end();
});
