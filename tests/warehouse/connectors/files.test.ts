import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { files } from "../../../src/warehouse/connectors/files/connector.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import { type FileFormat, quote, startFiles } from "../support/duckdb-files.ts";
import {
  connectTo,
  contextOf,
  readTable,
  type TestWarehouse,
  withSession,
} from "../support/test-warehouse.ts";
import { toExpected } from "./expected-rows.ts";
import { describeSession, type Exceptions } from "./session-suite.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-test-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function warehouseOf(format: FileFormat): Promise<TestWarehouse> {
  const root = join(folder, format);
  await mkdir(root, { recursive: true });
  const made = await startFiles(root, format);
  return {
    connector: files,
    connection: { root: format, format },
    filesFolder: folder,
    types: {
      int: "int",
      bigint: "bigint",
      text: "text",
      decimal2: "decimal(10,2)",
      decimal4: "decimal(12,4)",
      float: "double",
      date: "date",
      timestamp: "timestamp",
      json: format === "csv" ? null : "json",
    },
    run: made.run,
    name: quote,
    ref: (table) => ({ path: `${table}.${format}` }),
    close: async () => made.close(),
  };
}

const EXCEPTIONS: Record<FileFormat, Exceptions> = {
  parquet: { nested_json: "as in DuckDB" },
  ndjson: { nested_json: "as in DuckDB" },
  csv: {
    json: "a text in a CSV file is a text",
    empty_text: "CSV as it is commonly written does not tell an empty text from none",
  },
};
for (const format of ["parquet", "csv", "ndjson"] as const) {
  describeSession(`Files (${format})`, () => warehouseOf(format), EXCEPTIONS[format]);
}

const WIDE = "a number with a point is read as a float";
const EMPTY = "a file without rows says nothing of the types of its columns";
const SKIPS: Record<FileFormat, Record<string, string>> = {
  parquet: {},
  ndjson: {
    "odd values: 38 digits, the largest bigint, emoji, quotes": WIDE,
    "everything is deleted": EMPTY,
  },
  csv: {
    "keys of JSON change places": "a text in a CSV file is a text",
    "NULL becomes an empty text": "CSV does not tell an empty text from none",
    "an empty text becomes NULL": "CSV does not tell an empty text from none",
    "odd values: 38 digits, the largest bigint, emoji, quotes": WIDE,
    "everything is deleted": EMPTY,
  },
};
const settings: { config: { WAREHOUSE_FILES_DIR?: string } } = { config: {} };
for (const format of ["parquet", "csv", "ndjson"] as const) {
  mirrorConformance({
    ...{ label: `Files (${format})`, config: settings, skips: SKIPS[format], withoutKeys: true },
    open: () => openSandbox(format),
  });
}

const FIRST = `insert into "plain events" values (0, timestamptz '2026-02-01 00:00:00+00', 'Event 0', 'user-0', 'plan 0', 0.25, 0, '{"a": 0}')`;

async function openSandbox(format: FileFormat): Promise<Sandbox> {
  const root = join(folder, `mirror-${format}`);
  await mkdir(root, { recursive: true });
  settings.config.WAREHOUSE_FILES_DIR = folder;
  const made = await startFiles(root, format);
  const hasJson = format !== "csv";
  return {
    source: { warehouse_type: "files", root: `mirror-${format}`, format },
    tableParams: (table) => ({ path: `${table}.${format}` }),
    sql: { ...STANDARD, float: "double", json: "json" },
    async run(statement) {
      await made.run(statement);
      // A file without rows says nothing of its columns, so that no import can be made of it.
      if (format === "ndjson" && /^create table "plain events" /.test(statement)) await made.run(FIRST);
    },
    rows: async (table) => (await made.read(table)).map((row) => toExpected(row, { hasJson })),
    close: async () => made.close(),
  };
}

const inFolder = (format: FileFormat): TestWarehouse => ({
  connector: files,
  connection: { root: "loose", format },
  filesFolder: folder,
  types: {
    int: "",
    bigint: "",
    text: "",
    decimal2: "",
    decimal4: "",
    float: "",
    date: "",
    timestamp: "",
    json: null,
  },
  run: async () => undefined,
  name: quote,
  ref: (path) => ({ path }),
  close: async () => undefined,
});

async function write(name: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, "loose", "deep"), { recursive: true });
  await writeFile(join(folder, "loose", name), content);
}

test("takes the files of a pattern for one table, whichever columns they have", async () => {
  await write("deep/a.csv", "id,n\n1,2\n");
  await write("deep/b.csv", "n,id,more\nx,2,words\n");
  await write("deep/empty.csv", "");
  await withSession(inFolder("csv"), async (session) => {
    const rows = await readTable(session, { path: "**/*.csv" }, "order by 1");
    expect(rows).toEqual([
      { id: 1, n: "2", more: null },
      { id: 2, n: "x", more: "words" },
    ]);
    expect((await session.describe({ path: "deep/a.csv" })).columns).toMatchObject([
      { name: "id", family: "integer", nullable: true },
      { name: "n", family: "integer", nullable: true },
    ]);
  });
});

test("reads NDJSON with zones, wide numbers, and objects as they are", async () => {
  await write(
    "odd.ndjson",
    `{"id": 1, "at": "2026-01-31T12:00:00+02:00", "wide": 9223372036854775807, "data": {"b": 1, "a": [1]}, "list": [{"x": 1}], "mixed": 1}
{"id": 2, "at": "2026-01-31T12:00:00Z", "wide": 18446744073709551615, "data": {"c": null}, "list": [], "mixed": "text"}\n`,
  );
  await withSession(inFolder("ndjson"), async (session) => {
    expect(await readTable(session, { path: "odd.ndjson" }, "order by 1")).toEqual([
      ...[
        {
          id: 1,
          at: "2026-01-31T10:00:00Z",
          wide: "9223372036854775807",
          data: '{"b":1,"a":[1]}',
          list: '[{"x":1}]',
          mixed: "1",
        },
      ],
      ...[
        {
          id: 2,
          at: "2026-01-31T12:00:00Z",
          wide: "18446744073709551615",
          data: '{"c":null}',
          list: "[]",
          mixed: '"text"',
        },
      ],
    ]);
  });
});

test("finds an odd value in the last of many lines", async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `${at},${at}`);
  await write("late.csv", ["id,n", ...lines, "30000,none"].join("\n"));
  await withSession(inFolder("csv"), async (session) => {
    const { columns } = await session.describe({ path: "late.csv" });
    expect(columns.map(({ family }) => family)).toEqual(["integer", "text"]);
  });
});

test("says so when a file changes while it is read, or is not whole", async () => {
  await write("growing.csv", "id\n1\n");
  await write("half.parquet", "PAR1 and no more");
  await withSession(inFolder("csv"), async (session) => {
    await session.describe({ path: "growing.csv" });
    await appendFile(join(folder, "loose", "growing.csv"), "2\n");
    const asked = session.ask(`select count(*) from ${session.dialect.table({ path: "growing.csv" })}`);
    await expect(asked).rejects.toMatchObject({ code: "table_busy" });
  });
  await withSession(inFolder("parquet"), async (session) => {
    await expect(session.describe({ path: "half.parquet" })).rejects.toMatchObject({ code: "table_busy" });
  });
});

test("names the line of a file that cannot be read", async () => {
  await write("latin.csv", Buffer.from([0x69, 0x64, 0x2c, 0x78, 10, 0x31, 0x2c, 0xff, 0xfe, 10]));
  await withSession(inFolder("csv"), async (session) => {
    const refused = session.describe({ path: "latin.csv" });
    await expect(refused).rejects.toMatchObject({
      code: "query_refused",
      message: expect.stringContaining("Line: 2"),
    });
  });
});

test.each([
  ...["../outside.csv", "/etc/passwd", "link.csv", "l*.csv", "*.csv/../../../outside.csv", "linked/*.csv"],
  ...["[.][.]/*", "[.][.]/[.][.]/etc/passw?", "{.,x}{.,y}/*", "deep/[.-.]./../*.csv"],
])("does not read %s", async (path) => {
  await write("here.csv", "id\n1\n");
  const outside = await mkdtemp(join(tmpdir(), "tributary-test-outside-"));
  await writeFile(join(outside, "outside.csv"), "secret\n1\n");
  await symlink(join(outside, "outside.csv"), join(folder, "loose", "link.csv"));
  await symlink(outside, join(folder, "loose", "linked"));
  await withSession(inFolder("csv"), async (session) => {
    await expect(session.describe({ path })).rejects.toMatchObject({
      name: "ConnectorError",
      code: "permission_denied",
    });
    await expect(session.ask(`select * from read_csv('${outside}/outside.csv')`)).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
  await rm(join(folder, "loose", "linked"));
  await rm(join(folder, "loose", "link.csv"));
  await rm(outside, { recursive: true });
});

test("takes a name that looks like a pattern for the file of that name", async () => {
  await write("odd[1]*.csv", "id\n7\n");
  await withSession(inFolder("csv"), async (session) => {
    expect(await readTable(session, { path: "odd[1]*.csv" })).toEqual([{ id: 7 }]);
  });
});

test("refuses a folder that is not there, and all of them where the operator allows none", async () => {
  await expect(connectTo(inFolder("csv"), { root: "nowhere" })).rejects.toMatchObject({
    code: "database_missing",
  });
  const none = openInProcess(files, { root: ".", format: "csv" }, contextOf({ filesFolder: null }));
  await expect(none).rejects.toMatchObject({ code: "permission_denied" });
});
