import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../app/useProject.ts";
import { Card } from "../../ui/Card.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import type { ImportKind } from "../choices.ts";
import { previewQuery } from "../queries.ts";
import type { Draft } from "./draft.ts";
import { MappedRow } from "./MappedRow.tsx";
import { toBody } from "./to-body.ts";
import { Warnings } from "./Warnings.tsx";

const ROWS = 10;
const TITLES: Record<ImportKind, string> = {
  event_stream: "Events it makes",
  people: "User profiles it sets",
  groups: "Group profiles it sets",
  lookup_table: "Rows that are looked up",
};

type MappedPreviewProps = {
  draft: Draft;
  /** The part without which nothing can be shown. */
  missing?: string | undefined;
  /** Where the estimate beside it says the same. */
  hideWarnings?: boolean;
};

/** Rows of the table as what they would become, asked for anew with every change. */
export function MappedPreview({ draft, missing, hideWarnings = false }: MappedPreviewProps) {
  const title = TITLES[draft.kind ?? "event_stream"];
  if (missing !== undefined) {
    return (
      <Card title={title}>
        <p className="text-ink-soft">Fill in {missing} to see what comes of the rows.</p>
      </Card>
    );
  }
  return (
    <Card title={title}>
      <Shown draft={draft} hideWarnings={hideWarnings} />
    </Card>
  );
}

function Shown({ draft, hideWarnings }: { draft: Draft; hideWarnings: boolean }) {
  const { projectId } = useProject();
  // How it runs does not change what a row becomes, and must not keep anybody from seeing it.
  const preview = useQuery(
    previewQuery(projectId, { ...toBody({ ...draft, mode: "one_time" }), limit: ROWS }),
  );
  return (
    <QueryState query={preview} failedTitle="This does not fit the table">
      {({ rows, warnings }) => (
        <div className="space-y-3">
          {rows.length === 0 ? <p className="text-ink-soft">No row to show: the table is empty.</p> : null}
          <ScrollRegion aria-label="Rows as they would be imported" className="max-h-[30rem]">
            <ul className="divide-y divide-line" data-testid="wizard.preview">
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table without a key have nothing but their place.
                <MappedRow key={index} row={row} />
              ))}
            </ul>
          </ScrollRegion>
          {hideWarnings ? null : <Warnings warnings={warnings} />}
        </div>
      )}
    </QueryState>
  );
}
