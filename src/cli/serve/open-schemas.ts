import type { Kysely } from "kysely";
import { openSchemas, type RecordAudit, type Schemas } from "../../dictionary/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import type { Closers } from "./closers.ts";

/** The declared vocabulary, with the limits the operator has set. */
export async function openSchemaParts(deps: {
  config: Config;
  db: Kysely<ControlTables>;
  clock: Clock;
  log: Log;
  closers: Closers;
  audit: RecordAudit;
}): Promise<Schemas> {
  const { config, db, clock, log, closers, audit } = deps;
  const schemas = await openSchemas({
    ...{ db, clock, log, audit },
    sharedDatabaseUrl: config.DATABASE_URL,
    bodyMaxBytes: config.SCHEMAS_BODY_MAX_BYTES,
    limits: {
      requestsPerMinute: config.SCHEMAS_REQUESTS_PER_MINUTE,
      writesPerMinute: config.SCHEMAS_WRITES_PER_MINUTE,
      deletionsMax: config.SCHEMAS_DELETIONS_MAX,
    },
  });
  closers.add("dictionary", schemas.close);
  return schemas;
}
