import { type Connector, tableKey } from "../../connector.ts";
import { duckdbDialect } from "../duckdb/dialect.ts";
import { FORMATS } from "./readers.ts";

export const files: Connector = {
  type: "files",
  label: "Files",
  fields: [
    {
      name: "root",
      kind: "text",
      required: false,
      preset: ".",
      target: true,
      sentence: "Folder of the files, from the one that the operator set with WAREHOUSE_FILES_DIR.",
    },
    {
      name: "format",
      kind: "choice",
      required: true,
      choices: FORMATS,
      sentence:
        "What the files are. CSV files begin with a line of names; all may be compressed with gzip or zstd.",
    },
  ],
  // A file, or a pattern such as `2026/*.parquet` whose files are one table.
  tableFields: [{ name: "path", required: true, aliases: ["table"] }],
  capabilities: { snapshot: true, declaresNotNull: false, changeFeed: false },
  hosts: () => [],
  dialect: (_, facts) => ({
    ...duckdbDialect(facts().version),
    table(table) {
      const relation = facts().relations[tableKey(table)];
      if (relation === undefined) throw new Error("files are described before they are read");
      return relation;
    },
  }),
};
