import {
  type Column,
  ConnectorError,
  type Session,
  type TableDescription,
  type TableRef,
} from "../../connector.ts";
import { redshiftDialect, text } from "./dialect.ts";
import { familyOf } from "./types.ts";

export async function describeTable(ask: Session["ask"], table: TableRef): Promise<TableDescription> {
  const { schema = "public", table: name = "" } = table;
  const place = `table_schema = ${text(schema)} and table_name = ${text(name)}`;
  const [[kind] = []] = await ask(`select table_type from svv_tables where ${place}`);
  if (kind === undefined)
    throw new ConnectorError("table_missing", `there is no table or view ${schema}.${name}`);
  // The catalog shows tables that the user may not read.
  await ask(`select 1 from ${redshiftDialect.table(table)} limit 0`);
  const isView = kind === "VIEW";
  const rows = await ask(`select column_name, data_type, numeric_precision, numeric_scale, is_nullable
    from svv_columns where ${place} order by ordinal_position`);
  return {
    columns: rows.map((row) => toColumn(row, isView)),
    // Redshift declares keys and does not hold anybody to them.
    key: [],
    isView,
    sortedBy: [],
    rowsEstimate: null,
  };
}

function toColumn([name, type, precision, scale, nullable]: (string | null)[], isView: boolean): Column {
  return {
    name: name ?? "",
    nativeType: type === "numeric" && precision ? `numeric(${precision},${scale})` : (type ?? ""),
    family: familyOf(type ?? ""),
    nullable: isView || nullable !== "NO",
  };
}
