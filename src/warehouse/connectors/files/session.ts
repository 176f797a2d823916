import {
  type ConnectContext,
  ConnectorError,
  type DriverSession,
  type TableDescription,
  type TableRef,
  tableKey,
} from "../../connector.ts";
import type { Engine } from "../duckdb/engine.ts";
import { toConnectorError } from "../duckdb/failures.ts";
import { duckdbSession } from "../duckdb/session.ts";
import { checkUnchanged, findFiles, LISTED_MAX, type Manifest } from "./manifest.ts";
import { readColumns } from "./read-columns.ts";
import { ENDINGS, type Format, readerSql, typesSql } from "./readers.ts";
import { walk } from "./walk.ts";

type FoundTable = { manifest: Manifest; relation: string };
type Place = { root: string; format: Format; context: ConnectContext };

/** DuckDB's readers over the files of a folder. What a table is, `describe` finds out and keeps for the session. */
export function filesSession(engine: Engine, { root, format, context }: Place): DriverSession {
  const tables = new Map<string, FoundTable>();
  const describe = async (ask: DriverSession["ask"], table: TableRef): Promise<TableDescription> => {
    const { path = "" } = table;
    const manifest = await findFiles(root, path);
    const paths = [...manifest.keys()];
    const columns = await readColumns(ask, format, paths);
    tables.set(tableKey(table), { manifest, relation: readerSql(format, paths, typesSql(columns)) });
    return { columns, key: [], isView: false, sortedBy: [], rowsEstimate: null };
  };
  return duckdbSession(engine, {
    relations: () => Object.fromEntries([...tables].map(([key, { relation }]) => [key, relation])),
    async catalog(_, { search, limit }) {
      const paths = (await Array.fromAsync(walk(root, LISTED_MAX))).sort();
      const wanted = paths.filter(
        (path) => ENDINGS[format].test(path) && path.toLowerCase().includes(search.toLowerCase()),
      );
      return wanted.slice(0, limit).map((path) => ({ table: { path }, kind: "table", rowsEstimate: null }));
    },
    describe,
    async check() {
      for (const { manifest } of tables.values()) await checkUnchanged(root, manifest);
    },
    toError: (cause) => toFilesError(cause, root),
    context,
  });
}

const UNFINISHED =
  /too small to be a Parquet|No magic bytes|not a Parquet file|Malformed JSON|truncated|footer length/i;

function toFilesError(cause: unknown, root: string): ConnectorError {
  const error = toConnectorError(cause, [`${root}/`]);
  if (error.code !== "query_refused" || !UNFINISHED.test(error.message)) return error;
  return new ConnectorError("table_busy", error.message, {
    cause,
    hint: "The file is not whole: somebody may be writing it, so it is tried again. Otherwise write it anew, under another name first.",
  });
}
