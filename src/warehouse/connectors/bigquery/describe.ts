import type { BigQuery, TableField, TableMetadata } from "@google-cloud/bigquery";
import type { Column, TableDescription, TableRef } from "../../connector.ts";
import { familyOf } from "./types.ts";

export async function describeTable(
  client: BigQuery,
  { project, dataset = "", table = "" }: TableRef,
): Promise<TableDescription> {
  const place = client.dataset(dataset, project === undefined ? {} : { projectId: project });
  const [metadata]: [TableMetadata, unknown] = await place.table(table).getMetadata();
  const fields: TableField[] =
    typeof metadata.schema === "object" && "fields" in metadata.schema ? (metadata.schema.fields ?? []) : [];
  const isView = /VIEW/.test(String(metadata.type ?? ""));
  return {
    columns: fields.map((field) => toColumn(field, isView)),
    // BigQuery declares keys and does not hold anybody to them.
    key: [],
    isView: isView || metadata.type === "EXTERNAL",
    sortedBy: sortedBy(metadata),
    rowsEstimate: isView || metadata.numRows === undefined ? null : Number(metadata.numRows),
  };
}

function toColumn(
  { name = "", type = "", mode = "NULLABLE", precision, scale, description }: TableField,
  isView: boolean,
): Column {
  const whole =
    precision === undefined ? type : `${type}(${precision}${scale === undefined ? "" : `,${scale}`})`;
  return {
    name,
    nativeType: mode === "REPEATED" ? `ARRAY<${type}>` : whole,
    family: familyOf(type, mode),
    nullable: isView || mode === "NULLABLE",
    ...(description ? { comment: description } : {}),
  };
}

/** What BigQuery leaves out when a bound is given. */
function sortedBy({ timePartitioning, clustering }: TableMetadata): string[] {
  const first = clustering?.fields?.[0];
  return [timePartitioning?.field, first].filter((name) => typeof name === "string");
}
