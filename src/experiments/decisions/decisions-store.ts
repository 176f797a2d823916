import type { Kysely, Selectable } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type Evidence, readEvidence, writeEvidence } from "./evidence.ts";

export type Decision = {
  id: number;
  experimentId: string;
  revision: number;
  success: boolean;
  variant: string | null;
  message: string;
  decidedAt: Date;
  decidedBy: { id: number; name: string };
  evidence: Evidence;
};

export type DecisionPage = { before?: number | undefined; limit: number };

/** Owns the table experiment_decision. Rows are only ever added. */
export function decisionsStore(db: Kysely<ControlTables>) {
  return {
    /** The newest first; with `before`, those older than that revision. */
    async list(experimentId: string, { before, limit }: DecisionPage): Promise<Decision[]> {
      const rows = await db
        .selectFrom("experiment_decision")
        .selectAll()
        .where("experiment_id", "=", experimentId)
        .$if(before !== undefined, (some) => some.where("revision", "<", before ?? 0))
        .orderBy("revision", "desc")
        .limit(limit)
        .execute();
      return rows.map(toDecision);
    },
    async find(experimentId: string, id: number): Promise<Decision | undefined> {
      const row = await db
        .selectFrom("experiment_decision")
        .selectAll()
        .where("experiment_id", "=", experimentId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toDecision(row);
    },
    /** The number of the next one, also after an undo. */
    async nextRevision(experimentId: string): Promise<number> {
      const { last } = await db
        .selectFrom("experiment_decision")
        .select((own) => own.fn.max("revision").as("last"))
        .where("experiment_id", "=", experimentId)
        .executeTakeFirstOrThrow();
      return Number(last ?? 0) + 1;
    },
    async insert(decision: Omit<Decision, "id">): Promise<number> {
      const { id } = await db
        .insertInto("experiment_decision")
        .values({
          experiment_id: decision.experimentId,
          revision: decision.revision,
          success: decision.success,
          variant: decision.variant,
          message: decision.message,
          decided_at: decision.decidedAt,
          decided_by_id: decision.decidedBy.id,
          decided_by_name: decision.decidedBy.name,
          evidence: writeEvidence(decision.evidence),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

const toDecision = (row: Selectable<ControlTables["experiment_decision"]>): Decision => ({
  id: row.id,
  experimentId: row.experiment_id,
  revision: row.revision,
  success: row.success,
  variant: row.variant,
  message: row.message,
  decidedAt: row.decided_at,
  decidedBy: { id: row.decided_by_id, name: row.decided_by_name },
  evidence: readEvidence(row.evidence),
});
