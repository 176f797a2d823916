import type { CatalogTable } from "../../connector.ts";
import { type Answer, type Api, unreadable } from "./api.ts";

/** Datasets looked into: each is a request of its own. */
const DATASETS_MAX = 100;
const TABLES_MAX = 1_000;

export async function listTables(
  api: Api,
  projectId: string,
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const answer = await api.get([projectId, "datasets"], { maxResults: DATASETS_MAX });
  const found: CatalogTable[] = [];
  for (const dataset of listOf(answer, "datasets").slice(0, DATASETS_MAX)) {
    const datasetId = nameIn(dataset, "datasetReference", "datasetId");
    const tables = await api.get([projectId, "datasets", datasetId, "tables"], { maxResults: TABLES_MAX });
    for (const table of listOf(tables, "tables")) {
      const tableId = nameIn(table, "tableReference", "tableId");
      if (!`${datasetId}.${tableId}`.toLowerCase().includes(search.toLowerCase())) continue;
      found.push({
        table: { dataset: datasetId, table: tableId },
        kind: /VIEW/.test(String(table.type ?? "")) ? "view" : "table",
        rowsEstimate: null,
      });
      if (found.length >= limit) return found;
    }
  }
  return found;
}

function listOf(answer: Answer, name: string): Answer[] {
  const list = answer[name] ?? [];
  if (!Array.isArray(list)) throw unreadable();
  return list.map((one: unknown) => Object(one) as Answer);
}

function nameIn(item: Answer, reference: string, name: string): string {
  const found = (Object(item[reference]) as Answer)[name];
  if (typeof found !== "string") throw unreadable();
  return found;
}
