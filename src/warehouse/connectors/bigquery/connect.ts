import type { ConnectContext, Connection, DriverSession } from "../../connector.ts";
import { bigqueryApi } from "./api.ts";
import { toConnectorError } from "./failures.ts";
import { bigquerySession } from "./session.ts";

export async function connectBigquery(
  connection: Connection,
  context: ConnectContext,
): Promise<DriverSession> {
  const { project_id, location, max_bytes_billed } = connection;
  const session = bigquerySession(bigqueryApi(connection, context), {
    projectId: String(project_id),
    location: typeof location === "string" ? location : undefined,
    bytesBilledMax: typeof max_bytes_billed === "string" ? max_bytes_billed : undefined,
    context,
  });
  try {
    await session.ask("select 1");
    return session;
  } catch (cause) {
    await session.close();
    throw toConnectorError(cause);
  }
}
