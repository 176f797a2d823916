import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../app/useProject.ts";
import { Combobox } from "../../ui/Combobox.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { formatShort } from "../../ui/format.ts";
import { catalogQuery, kindsQuery, type Source, type TableParams } from "../queries.ts";
import { tableName } from "../words.ts";
import { readTableName } from "./read-table-name.ts";

type TablePickerProps = {
  source: Source;
  table: TableParams | undefined;
  onChange: (table: TableParams) => void;
};

/** A table of the list, or one whose name is typed: a pattern of files, or a table that the list has no room for. */
export function TablePicker({ source, table, onChange }: TablePickerProps) {
  const { projectId } = useProject();
  const catalog = useQuery(catalogQuery(projectId, source.id));
  const kinds = useQuery(kindsQuery(projectId));
  const fields =
    kinds.data?.find(({ warehouse_type: type }) => type === source.warehouse_type)?.table_fields ?? [];
  const items = (catalog.data ?? []).map(({ table_params: params, kind, rows_estimate: rows }) => ({
    name: tableName(params),
    kind,
    ...(rows === null ? {} : { detail: `about ${formatShort(rows)} rows` }),
  }));
  const choose = (name: string) => {
    const listed = catalog.data?.find(({ table_params: params }) => tableName(params) === name);
    onChange(listed?.table_params ?? readTableName(name, fields));
  };
  return (
    <div className="min-w-0">
      <p aria-hidden className="mb-1 text-xs font-medium text-ink-soft">
        Table or view
      </p>
      <Combobox
        label="Table or view"
        items={items}
        value={table === undefined ? undefined : tableName(table)}
        onChange={choose}
        placeholder={catalog.isPending ? "Listing tables …" : "Choose a table"}
        className="w-full"
        footer={footer(items.length, fields)}
        data-testid="wizard.table"
      />
      {catalog.error === null ? null : (
        <div className="mt-2">
          <FailureNotice
            failure={catalog.error}
            title="The tables could not be listed"
            onRetry={() => void catalog.refetch()}
          />
        </div>
      )}
    </div>
  );
}

const footer = (count: number, fields: readonly { name: string }[]): string => {
  const typed = `Type a name as ${fields.map(({ name }) => name).join(".")} if it is not listed.`;
  return count === 0 ? `No table can be read. ${typed}` : typed;
};
