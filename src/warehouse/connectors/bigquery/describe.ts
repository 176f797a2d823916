import type { Column, TableDescription, TableRef } from "../../connector.ts";
import { type Answer, type Api, unreadable } from "./api.ts";
import { familyOf } from "./types.ts";

export async function describeTable(
  api: Api,
  projectId: string,
  { project = projectId, dataset = "", table = "" }: TableRef,
): Promise<TableDescription> {
  const metadata = await api.get([project, "datasets", dataset, "tables", table]);
  const { fields = [] } = Object(metadata.schema) as { fields?: unknown };
  if (!Array.isArray(fields)) throw unreadable();
  const isView = /VIEW/.test(String(metadata.type ?? ""));
  return {
    columns: fields.map((field: unknown) => toColumn(Object(field), isView)),
    // BigQuery declares keys and does not hold anybody to them.
    key: [],
    isView: isView || metadata.type === "EXTERNAL",
    sortedBy: sortedBy(metadata),
    rowsEstimate: isView || metadata.numRows === undefined ? null : Number(metadata.numRows),
  };
}

function toColumn(field: Answer, isView: boolean): Column {
  const { name, type = "", mode = "NULLABLE", precision, scale, description } = field;
  if (typeof name !== "string" || typeof type !== "string" || typeof mode !== "string") throw unreadable();
  const whole =
    precision === undefined ? type : `${type}(${precision}${scale === undefined ? "" : `,${scale}`})`;
  return {
    name,
    nativeType: mode === "REPEATED" ? `ARRAY<${type}>` : whole,
    family: familyOf(type, mode),
    nullable: isView || mode === "NULLABLE",
    ...(typeof description === "string" && description !== "" ? { comment: description } : {}),
  };
}

/** What BigQuery leaves out when a bound is given. */
function sortedBy({ timePartitioning, clustering }: Answer): string[] {
  const { field } = Object(timePartitioning) as { field?: unknown };
  const { fields } = Object(clustering) as { fields?: unknown };
  const [first]: unknown[] = Array.isArray(fields) ? fields : [];
  return [field, first].filter((name) => typeof name === "string");
}
