import { type Kysely, sql, type Transaction } from "kysely";
import type { AccountScope, Origin } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Result } from "../../platform/result.ts";

/** One line of the audit log: what was done to what, and how it looked before and after. Secrets never stand in these. */
export type Change = {
  action: string;
  organizationId: number | null;
  projectId?: number | null;
  target: { type: string; id: number | string };
  before?: unknown;
  after?: unknown;
};

export type Changes = {
  /**
   * Does a piece of work and its audit lines in one transaction: a change without its line, or a line without its change, cannot
   * be. A refusal rolls everything back. Afterwards every node forgets what it remembered about accounts.
   */
  make<Value, Failure>(
    scope: AccountScope,
    work: (
      tx: Transaction<ControlTables>,
      record: (change: Change) => Promise<void>,
    ) => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure>>;
  /** The same for work that knows only in the middle who does it, and records its lines itself. */
  run<Value, Failure>(
    work: (tx: Transaction<ControlTables>) => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure>>;
  /** The line of a change that another room makes in a transaction of its own. */
  record(tx: Transaction<ControlTables>, scope: AccountScope, change: Change): Promise<void>;
  /** The same for a change that needed no account: `key` names what was enough, such as `project token`. */
  recordByKey(tx: Transaction<ControlTables>, key: string, origin: Origin, change: Change): Promise<void>;
};

/** The channel on which nodes tell each other that accounts changed. */
export const ACCOUNTS_CHANNEL = "tributary_accounts";

class Refused extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super("refused");
    this.outcome = outcome;
  }
}

export function createChanges(
  db: Kysely<ControlTables>,
  operatorId: number,
  afterCommit: () => void,
): Changes {
  const run: Changes["run"] = async (work) => {
    try {
      return await db.transaction().execute(async (tx) => {
        const outcome = await work(tx);
        if (!outcome.ok) throw new Refused(outcome);
        await sql`select pg_notify(${ACCOUNTS_CHANNEL}, '')`.execute(tx);
        return outcome;
      });
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.outcome as Awaited<ReturnType<typeof work>>;
      throw thrown;
    } finally {
      // Also when the commit's answer was lost on the way: it may have happened.
      afterCommit();
    }
  };
  return {
    run,
    record: insertEntry,
    async recordByKey(tx, key, origin, change) {
      const { principal } = systemScope(operatorId, "");
      await insertEntry(tx, { principal: { ...principal, name: key }, origin }, change);
    },
    make: (scope, work) => run((tx) => work(tx, (change) => insertEntry(tx, scope, change))),
  };
}

/** For what happens without a request: the first start, a purge. */
export const systemScope = (operatorId: number, reason: string): AccountScope => ({
  principal: {
    id: operatorId,
    kind: "operator",
    name: "operator",
    email: "",
    organizationRoles: new Map(),
    projectRoles: new Map(),
  },
  origin: { requestId: reason, clientAddress: "" },
});

export async function insertEntry(
  tx: Transaction<ControlTables>,
  scope: AccountScope,
  change: Change,
): Promise<void> {
  await tx
    .insertInto("audit_entry")
    .values({
      principal_id: scope.principal.id,
      principal_name: scope.principal.name,
      organization_id: change.organizationId,
      project_id: change.projectId ?? null,
      action: change.action,
      target_type: change.target.type,
      target_id: String(change.target.id),
      before: toJson(change.before),
      after: toJson(change.after),
      request_id: scope.origin.requestId,
      client_address: scope.origin.clientAddress,
    })
    .execute();
}

/** Postgres takes no half characters (lone surrogates), which JSON writes as escapes; whole ones are never written so. */
function toJson(value: unknown): string | null {
  if (value === undefined) return null;
  const halves = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/g;
  return JSON.stringify(value).replace(halves, (_, backslash: string | undefined) => backslash ?? "\ufffd");
}
