import type { BigQuery } from "@google-cloud/bigquery";
import type { CatalogTable } from "../../connector.ts";

/** Datasets looked into: each is a request of its own. */
const DATASETS_MAX = 100;
const TABLES_MAX = 1_000;

export async function listTables(
  client: BigQuery,
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const [datasets] = await client.getDatasets({ maxResults: DATASETS_MAX, autoPaginate: false });
  const found: CatalogTable[] = [];
  for (const dataset of datasets) {
    const [tables] = await dataset.getTables({ maxResults: TABLES_MAX, autoPaginate: false });
    for (const { id = "", metadata } of tables) {
      if (!`${dataset.id}.${id}`.toLowerCase().includes(search.toLowerCase())) continue;
      found.push({
        table: { dataset: dataset.id ?? "", table: id },
        kind: /VIEW/.test(metadata.type ?? "") ? "view" : "table",
        rowsEstimate: null,
      });
      if (found.length >= limit) return found;
    }
  }
  return found;
}
