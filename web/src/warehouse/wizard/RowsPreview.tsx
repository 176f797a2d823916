import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../app/useProject.ts";
import { Card } from "../../ui/Card.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { type Column, rowsQuery, type TableParams } from "../queries.ts";
import { tableName } from "../words.ts";

type RowsPreviewProps = { source: number; table: TableParams; columns: readonly Column[] };

const CELL_MAX = 120;

/** The first rows, as they are. */
export function RowsPreview({ source, table, columns }: RowsPreviewProps) {
  const { projectId } = useProject();
  const rows = useQuery(rowsQuery(projectId, source, table));
  return (
    <Card title={`First rows of ${tableName(table)}`}>
      <QueryState query={rows} empty={<p className="text-ink-soft">The table has no rows.</p>}>
        {(list) => (
          <ScrollRegion aria-label="First rows" className="max-h-96 rounded-md border border-line">
            <table className="text-xs" data-testid="wizard.rows">
              <thead className="sticky top-0 bg-sunken">
                <tr>
                  {columns.map(({ name, type }) => (
                    <th key={name} scope="col" className="px-2 py-1.5 text-left align-top">
                      <span className="block max-w-48 truncate font-medium" title={name}>
                        {name}
                      </span>
                      <span className="font-normal whitespace-nowrap text-ink-faint">{type}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table without a key have nothing but their place.
                  <tr key={index} className="border-t border-line">
                    {columns.map(({ name }) => (
                      <td key={name} className="max-w-64 truncate px-2 py-1 font-mono">
                        <Cell value={row[name]} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </QueryState>
    </Card>
  );
}

const Cell = ({ value }: { value: unknown }) =>
  value === null || value === undefined ? (
    <span className="text-ink-faint italic">null</span>
  ) : (
    String(value).slice(0, CELL_MAX)
  );
