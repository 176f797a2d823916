import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { Select } from "../../ui/Select.tsx";
import { columnsQuery, type Source, sourcesQuery, type TableParams } from "../queries.ts";
import { KINDS } from "../words.ts";
import { type Draft, forKind, forTable } from "./draft.ts";
import type { StepProps } from "./NewImportPage.tsx";
import { RowsPreview } from "./RowsPreview.tsx";
import { suggestRoles } from "./suggest-roles.ts";
import { TablePicker } from "./TablePicker.tsx";

/** Which source, which table, and what its rows become. */
export function TableStep(props: StepProps) {
  const { projectId } = useProject();
  const sources = useQuery(sourcesQuery(projectId));
  return (
    <QueryState
      query={sources}
      failedTitle="The sources could not be loaded"
      empty={
        <EmptyState
          title="There is no source to import from yet"
          action={
            <LinkButton
              look="primary"
              testId="wizard.new-source"
              link={<Link to="/p/$projectId/warehouse/sources/new" params={{ projectId }} />}
            >
              Connect a database
            </LinkButton>
          }
        >
          A source is a connection to a database or warehouse.
        </EmptyState>
      }
    >
      {(list) => <TableChoice {...props} sources={list} />}
    </QueryState>
  );
}

function TableChoice({ draft, onChange, onStep, sources }: StepProps & { sources: readonly Source[] }) {
  const chosen =
    sources.find(({ id }) => id === draft.source) ?? (sources.length === 1 ? sources[0] : undefined);
  return (
    <div className="space-y-4">
      <Card className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Source" required>
          <Select
            placeholder="Choose a source"
            value={chosen === undefined ? "" : String(chosen.id)}
            choices={sources.map(({ id, source_name: name }) => ({ value: String(id), label: name }))}
            onChoose={(id) => onChange(forTable(draft, Number(id), undefined))}
            data-testid="wizard.source"
          />
        </Field>
        {chosen === undefined ? null : (
          <TablePicker
            source={chosen}
            table={draft.table}
            onChange={(table) => onChange(forTable(draft, chosen.id, table))}
          />
        )}
        <Field label="Its rows become" required>
          <Select
            value={draft.kind ?? "event_stream"}
            choices={KINDS}
            onChoose={(kind) => onChange(forKind(draft, kind))}
            data-testid="wizard.kind"
          />
        </Field>
      </Card>
      {draft.source === undefined || draft.table === undefined ? null : (
        <TableLook
          key={JSON.stringify([draft.source, draft.table])}
          source={draft.source}
          table={draft.table}
          draft={draft}
          onNext={(next) => onStep("map", next)}
        />
      )}
    </div>
  );
}

type TableLookProps = { source: number; table: TableParams; draft: Draft; onNext: (draft: Draft) => void };

function TableLook({ source, table, draft, onNext }: TableLookProps) {
  const { projectId } = useProject();
  const columns = useQuery(columnsQuery(projectId, source, table));
  return (
    <QueryState query={columns} failedTitle="The table could not be read">
      {(described) => (
        <div className="space-y-4">
          <RowsPreview source={source} table={table} columns={described.columns} />
          <Button
            look="primary"
            data-testid="wizard.next"
            onClick={() => onNext(draft.roles === undefined ? suggestRoles(draft, described) : draft)}
          >
            Map its columns
          </Button>
        </div>
      )}
    </QueryState>
  );
}
