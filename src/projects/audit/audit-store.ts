import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type AuditEntry = {
  id: number;
  at: Date;
  principalId: number;
  principalName: string;
  organizationId: number | null;
  projectId: number | null;
  action: string;
  targetType: string;
  targetId: string;
  before: unknown;
  after: unknown;
  requestId: string;
  clientAddress: string;
};

export type AuditFilter = {
  organizationId?: number;
  projectId?: number;
  action?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  principalId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Entries older than this one. */
  before?: number | undefined;
  limit: number;
};

/** Newest first. One entry more than the page is read to know whether another page follows. */
export async function findAuditEntries(
  db: Kysely<ControlTables>,
  filter: AuditFilter,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  let query = db.selectFrom("audit_entry").selectAll();
  if (filter.organizationId !== undefined) query = query.where("organization_id", "=", filter.organizationId);
  if (filter.projectId !== undefined) query = query.where("project_id", "=", filter.projectId);
  if (filter.action !== undefined) query = query.where("action", "=", filter.action);
  if (filter.targetType !== undefined) query = query.where("target_type", "=", filter.targetType);
  if (filter.targetId !== undefined) query = query.where("target_id", "=", filter.targetId);
  if (filter.principalId !== undefined) query = query.where("principal_id", "=", filter.principalId);
  if (filter.from !== undefined) query = query.where("at", ">=", filter.from);
  if (filter.to !== undefined) query = query.where("at", "<", filter.to);
  if (filter.before !== undefined) query = query.where("id", "<", String(filter.before));
  const rows = await query
    .orderBy("id", "desc")
    .limit(filter.limit + 1)
    .execute();
  const entries = rows.slice(0, filter.limit).map((row) => ({
    id: Number(row.id),
    at: row.at,
    principalId: row.principal_id,
    principalName: row.principal_name,
    organizationId: row.organization_id,
    projectId: row.project_id,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
    clientAddress: row.client_address,
  }));
  return { entries, next: rows.length > filter.limit ? (entries.at(-1)?.id ?? null) : null };
}
