import type { Connector } from "../../connector.ts";
import { connectFiles } from "./connect.ts";
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
  connect: connectFiles,
};
