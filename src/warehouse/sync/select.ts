import type { Column, Dialect, Session } from "../connector.ts";

/** Which rows of a table are meant; all that is given has to hold. */
export type Bounds = {
  /** At or after this, and at or before that, by one column. `withNull`: rows without a value too. */
  cursor?: {
    column: Column;
    from: string | null;
    fromEarlierSeconds: number;
    to: string | null;
    withNull: boolean;
  };
  /** From `from` on and before `to`. */
  window?: { column: Column; from: string | null; to: string | null };
};

export type Relation = { session: Session; table: string; where: string | null };

export function whereSql(dialect: Dialect, { cursor, window }: Bounds): string | null {
  const parts: string[] = [];
  if (cursor) {
    const name = dialect.quote(cursor.column.name);
    const bounds: string[] = [];
    if (cursor.from !== null) {
      const from = dialect.literal(cursor.column, cursor.from);
      bounds.push(
        `${name} >= ${cursor.fromEarlierSeconds > 0 ? dialect.earlier(from, cursor.fromEarlierSeconds) : from}`,
      );
    }
    if (cursor.to !== null) bounds.push(`${name} <= ${dialect.literal(cursor.column, cursor.to)}`);
    if (bounds.length > 0) {
      parts.push(cursor.withNull ? `(${name} is null or (${bounds.join(" and ")}))` : bounds.join(" and "));
    } else if (!cursor.withNull) parts.push(`${name} is not null`);
  }
  if (window) {
    const name = dialect.quote(window.column.name);
    if (window.from !== null) parts.push(`${name} >= ${dialect.literal(window.column, window.from)}`);
    if (window.to !== null) parts.push(`${name} < ${dialect.literal(window.column, window.to)}`);
  }
  return parts.length === 0 ? null : parts.join(" and ");
}

const whole = (text: string | null | undefined): number => Number(text ?? 0);
const clause = (where: string | null): string => (where === null ? "" : ` where ${where}`);

export async function countRows({ session, table, where }: Relation): Promise<number> {
  const [[count] = []] = await session.ask(`select count(*) from ${table}${clause(where)}`);
  return whole(count);
}

/** Names that no column of an imported table has: those that begin so are refused. */
export const LANES = ["_wh_l0", "_wh_l1", "_wh_l2", "_wh_l3"] as const;
const [FIRST_LANE, ...OTHER_LANES] = LANES;
const LANE_COLUMNS: readonly Column[] = LANES.map((name) => ({
  name,
  nativeType: "bigint",
  family: "integer",
  nullable: false,
}));

/** A SELECT of these columns and the four lanes of the digest behind them, with the columns that its stream has. */
export function readSql(
  { session: { dialect }, table, where }: Relation,
  columns: readonly Column[],
  digest: { columns: readonly Column[]; buckets?: { bits: number; only: readonly number[] } | undefined },
): { sql: string; columns: readonly Column[] } {
  const keep = columns.map(({ name }) => dialect.quote(name));
  const relation = dialect.digested({ table, columns: digest.columns, keep, where });
  const list = [...columns.map((column) => dialect.select(column)), ...LANES].join(", ");
  const { buckets } = digest;
  const only = buckets
    ? ` where ${dialect.bucket(FIRST_LANE, buckets.bits)} in (${buckets.only.join(",")})`
    : "";
  return { sql: `select ${list} from ${relation} _wh_d${only}`, columns: [...columns, ...LANE_COLUMNS] };
}

/** How many rows a bucket has, and the sums of the digests' other lanes: equal on both sides, equal rows. */
export type BucketSum = { count: number; sums: string };

export async function sumBuckets(
  { session, table, where }: Relation,
  columns: readonly Column[],
  bits: number,
): Promise<Map<number, BucketSum>> {
  const { dialect } = session;
  const relation = dialect.digested({ table, columns, keep: [], where });
  const sums = OTHER_LANES.map((lane) => `sum(${lane})`).join();
  const rows = await session.ask(
    `select ${dialect.bucket(FIRST_LANE, bits)} as _wh_bucket, count(*), ${sums} from ${relation} _wh_d group by 1`,
  );
  return new Map(
    rows.map(([bucket, count, ...sums]) => [
      whole(bucket),
      { count: whole(count), sums: sums.map(plainDigits).join() },
    ]),
  );
}

/** Some warehouses write a sum as `12.0` or `1.2E1`. */
function plainDigits(text: string | null): string {
  if (text === null) return "0";
  return /^\d+$/.test(text) ? text : BigInt(Math.round(Number(text))).toString();
}

/** Digests that several rows share: those of rows that are equal in every column. */
export async function findRepeated(
  { session, table, where }: Relation,
  columns: readonly Column[],
): Promise<Map<string, number>> {
  const relation = session.dialect.digested({ table, columns, keep: [], where });
  const rows = await session.ask(
    `select ${LANES.join()}, count(*) from ${relation} _wh_d group by ${LANES.join()} having count(*) > 1`,
  );
  return new Map(
    rows.map(([l0, l1, l2, l3, count]) => [toHex(whole(l0), whole(l1), whole(l2), whole(l3)), whole(count)]),
  );
}

const digestBytes = Buffer.alloc(16);

/** 32 hexadecimal digits. By way of bytes: four numbers padded as text took ten times as long. */
export function toHex(l0: number, l1: number, l2: number, l3: number): string {
  digestBytes.writeUInt32BE(l0, 0);
  digestBytes.writeUInt32BE(l1, 4);
  digestBytes.writeUInt32BE(l2, 8);
  digestBytes.writeUInt32BE(l3, 12);
  return digestBytes.toString("hex");
}
