import type { Transaction } from "kysely";
import type { ProjectScope } from "../platform/access/index.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { EntryRef } from "./schemas/types.ts";

/** A line of the audit log about this room. Without a target it is about the dictionary as a whole. */
export type AuditLine = {
  action: string;
  target?: EntryRef | { lookupTable: string };
  before?: unknown;
  after?: unknown;
};

/** Writes it in the transaction of the change. */
export type RecordAudit = (
  tx: Transaction<ControlTables>,
  scope: ProjectScope,
  line: AuditLine,
) => Promise<void>;
