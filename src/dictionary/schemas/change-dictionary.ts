import { type Kysely, sql, type Transaction } from "kysely";
import type { ProjectScope } from "../../platform/access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, type Result } from "../../platform/result.ts";
import type { AuditLine, RecordAudit } from "../audit.ts";
import type { Author } from "./entries-writer.ts";
import { createProjectTurns } from "./project-turns.ts";

/** The channel on which nodes tell each other whose dictionary changed: the payload is the project's id. */
export const DICTIONARY_CHANNEL = "tributary_dictionary";

export type Busy = { code: "dictionary_busy" };

/** Who changes the dictionary, and the line that says so in the audit log, written with the change or not at all. */
export type Making = { author: Author; record(line: AuditLine): Promise<void> };

/**
 * One change of one project's dictionary: a transaction in which nobody else changes it, and after which every node learns of it. A
 * refusal takes everything back.
 */
export type ChangeDictionary = <Value, Failure>(
  scope: ProjectScope,
  work: (tx: Transaction<ControlTables>, making: Making) => Promise<Result<Value, Failure>>,
) => Promise<Result<Value, Failure | Busy>>;

export type ChangeDeps = {
  db: Kysely<ControlTables>;
  clock: Clock;
  audit: RecordAudit;
  /** Before the change is answered. */
  afterChange: (projectId: number) => void;
};

class Refused extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super("refused");
    this.outcome = outcome;
  }
}

export function createChangeDictionary({ db, clock, audit, afterChange }: ChangeDeps): ChangeDictionary {
  const turns = createProjectTurns();
  return async (scope, work) => {
    const { projectId, principal } = scope;
    const author = { principalId: principal.id, name: principal.name, at: new Date(clock.now()) };
    const change = () =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, projectId);
        const outcome = await work(tx, { author, record: (line) => audit(tx, scope, line) });
        if (!outcome.ok) throw new Refused(outcome);
        await sql`select pg_notify(${DICTIONARY_CHANNEL}, ${String(projectId)})`.execute(tx);
        return outcome;
      });
    const changing = turns.take(projectId, change);
    if (changing === undefined) return fail({ code: "dictionary_busy" });
    try {
      return await changing;
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.outcome as Awaited<ReturnType<typeof work>>;
      throw thrown;
    } finally {
      // Also when the commit's answer was lost on the way: it may have happened.
      afterChange(projectId);
    }
  };
}

/** Counting up locks the row until the transaction ends. */
async function takeTurn(tx: Transaction<ControlTables>, projectId: number): Promise<void> {
  await sql`
    insert into dictionary (project_id, revision) values (${projectId}, 1)
    on conflict (project_id) do update set revision = dictionary.revision + 1`.execute(tx);
}
