import { type ConnectContext, type Connection, ConnectorError, type DriverSession } from "../../connector.ts";
import { openEngine } from "../duckdb/engine.ts";
import { toConnectorError } from "../duckdb/failures.ts";
import { findBelow, findFilesFolder } from "../duckdb/files-folder.ts";
import { FORMATS } from "./readers.ts";
import { filesSession } from "./session.ts";

export async function connectFiles(connection: Connection, context: ConnectContext): Promise<DriverSession> {
  const folder = await findFilesFolder(context.filesFolder);
  const root = await findBelow(folder, String(connection.root ?? "."));
  if (root === undefined) {
    throw new ConnectorError("database_missing", `there is no folder ${connection.root}`, {
      hint: "Check root: it begins inside the folder of WAREHOUSE_FILES_DIR.",
    });
  }
  const format = FORMATS.find((known) => known === connection.format) ?? "parquet";
  try {
    const engine = await openEngine(":memory:", [`${root}/`], context.scratchFolder);
    return filesSession(engine, { root, format, context });
  } catch (cause) {
    throw toConnectorError(cause, [`${root}/`]);
  }
}
