import { dirname } from "node:path";
import { type ConnectContext, type Connection, ConnectorError, type DriverSession } from "../../connector.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { openEngine } from "./engine.ts";
import { toConnectorError } from "./failures.ts";
import { findBelow, findFilesFolder } from "./files-folder.ts";
import { duckdbSession } from "./session.ts";

export async function connectDuckdb(connection: Connection, context: ConnectContext): Promise<DriverSession> {
  const folder = await findFilesFolder(context.filesFolder);
  const path = await findBelow(folder, String(connection.path));
  if (path === undefined) {
    throw new ConnectorError("database_missing", `there is no file ${connection.path}`, {
      hint: "Check path: it begins inside the folder of WAREHOUSE_FILES_DIR.",
    });
  }
  const hide = [`${folder}/`, `${dirname(path)}/`];
  try {
    const engine = await openEngine(path, [], context.scratchFolder);
    return duckdbSession(engine, {
      relations: () => ({}),
      catalog: listTables,
      describe: describeTable,
      toError: (cause) => toConnectorError(cause, hide),
      context,
    });
  } catch (cause) {
    throw toConnectorError(cause, hide);
  }
}
