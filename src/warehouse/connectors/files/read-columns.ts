import type { Column, Session } from "../../connector.ts";
import { quote } from "../duckdb/dialect.ts";
import { familyOf } from "../duckdb/types.ts";
import { type Format, readerSql } from "./readers.ts";

/** What the files hold. None of the formats can vouch for a value being there. */
export async function readColumns(
  ask: Session["ask"],
  format: Format,
  paths: readonly string[],
): Promise<Column[]> {
  const relation = readerSql(format, paths);
  const rows = await ask(`describe select * from ${relation}`);
  const found = rows.map(([name, type]) => ({ name: name ?? "", type: type ?? "" }));
  const times = format === "ndjson" ? await findTimes(ask, relation, found) : new Set<string>();
  return found.map(({ name, type }) => {
    const nativeType = format === "ndjson" ? typeInJson(type, times.has(name)) : type;
    return { name, nativeType, family: familyOf(nativeType), nullable: true };
  });
}

const MOMENT = "TIMESTAMP WITH TIME ZONE";

/** What lies inside a value stays JSON: as a struct, every row would have every key that any row has. */
function typeInJson(type: string, isTime: boolean): string {
  if (isTime || type === "TIMESTAMP") return MOMENT;
  return /[\])]$/.test(type) && !type.startsWith("DECIMAL") ? "JSON" : type;
}

/**
 * Texts that are all times, in whatever of the usual forms. The reader itself finds them only when all are written alike, fractions
 * and zones included. A time without a zone is in UTC.
 */
async function findTimes(
  ask: Session["ask"],
  relation: string,
  columns: readonly { name: string; type: string }[],
): Promise<Set<string>> {
  const texts = columns.filter(({ type }) => type === "VARCHAR").map(({ name }) => name);
  if (texts.length === 0) return new Set();
  const tests = texts.map((name) => {
    const value = quote(name);
    return `bool_and(regexp_matches(${value}, '^\\d{4,6}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d') and try_cast(${value} as timestamptz) is not null) filter (where ${value} is not null)`;
  });
  const [answers = []] = await ask(`select ${tests.join()} from ${relation}`);
  return new Set(texts.filter((_, at) => answers[at] === "true"));
}
