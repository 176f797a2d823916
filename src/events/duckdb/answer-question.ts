import {
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  StatementType,
} from "@duckdb/node-api";
import { isWhole } from "../../platform/duckdb-whole.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Answer, QueryFailure, Question } from "../store.ts";
import { isOutOfMemory } from "./damage.ts";
import type { Gate } from "./gate.ts";
import { startInterrupting } from "./interrupting.ts";
import type { ProjectFile } from "./project-file.ts";
import type { ProjectFiles } from "./project-files.ts";
import { type Bound, bindable, chunkRows } from "./read-rows.ts";

/** Waits its turn, and answers or gives up within the time it has. */
export async function answerQuestion(
  files: ProjectFiles,
  gate: Gate,
  projectId: number,
  question: Question,
): Promise<Result<Answer, QueryFailure>> {
  const timeout = AbortSignal.timeout(question.timeoutMs);
  const stop = question.signal ? AbortSignal.any([timeout, question.signal]) : timeout;
  const givenUp = (): Result<Answer, QueryFailure> =>
    fail({ code: question.signal?.aborted ? "cancelled" : "timed_out" });
  const read = (file: ProjectFile) =>
    file.read(async (reader) => {
      const repeat = startInterrupting(reader, stop);
      try {
        return await ask(reader, question, stop);
      } finally {
        repeat.end();
      }
    });
  try {
    const answer = await gate.enter(() => files.use(projectId, read), stop);
    if (answer !== undefined) return ok(answer);
    return stop.aborted ? givenUp() : fail({ code: "too_busy" });
  } catch (error) {
    if (stop.aborted) return givenUp();
    if (isOutOfMemory(error)) return fail({ code: "too_large" });
    throw error;
  }
}

async function ask(reader: DuckDBConnection, question: Question, stop: AbortSignal): Promise<Answer> {
  const statements = await reader.extractStatements(question.sql);
  if (statements.count !== 1) throw new Error("a question is one statement");
  const statement = await statements.prepare(0);
  if (statement.statementType !== StatementType.SELECT) throw new Error("a question is a SELECT");
  bindAll(statement, question.params ?? []);
  stop.throwIfAborted();
  const streamed = await statement.stream();
  const read = await readAnswer(streamed, question.rowsMax, stop);
  // Asked once more in one piece, which tells what was wrong, or has the answer.
  const answer =
    read.cut || isWhole(streamed) ? read : await readAnswer(await statement.run(), question.rowsMax, stop);
  // Another statement ends what was not read to its end.
  if (answer.cut) await reader.run("select 1");
  return answer;
}

/** What is left a number is a double: the library would take the largest for whole numbers, and find them too large. */
function bindAll(statement: DuckDBPreparedStatement, params: Bound): void {
  for (const [index, value] of bindable(params).entries()) {
    if (typeof value === "number") statement.bindDouble(index + 1, value);
    else statement.bindValue(index + 1, value);
  }
}

async function readAnswer(result: DuckDBResult, rowsMax: number, stop: AbortSignal): Promise<Answer> {
  const rows: unknown[][] = [];
  while (rows.length <= rowsMax) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    stop.throwIfAborted();
    for (const row of chunkRows(chunk)) rows.push(row);
  }
  const cut = rows.length > rowsMax;
  // What was interrupted has ended as if it were whole.
  if (!cut) stop.throwIfAborted();
  return { columns: result.columnNames(), rows: cut ? rows.slice(0, rowsMax) : rows, cut };
}
