import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { Page } from "../../ui/Page.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { toast } from "../../ui/toast.ts";
import { useSourceChanges } from "../changes.ts";
import { kindsQuery } from "../queries.ts";
import { KindPicker } from "./KindPicker.tsx";
import { SourceForm } from "./SourceForm.tsx";

export function NewSourcePage() {
  const { projectId } = useProject();
  const { type } = useSearch({ from: "/signed-in/p/$projectId/warehouse/sources/new" });
  const navigate = useNavigate({ from: "/p/$projectId/warehouse/sources/new" });
  const changes = useSourceChanges(projectId);
  const kinds = useQuery(kindsQuery(projectId));
  return (
    <Page
      title="New source"
      description="A connection to a database or warehouse. It only reads; its secrets are sealed and never shown again."
      above={
        <Link
          to="/p/$projectId/warehouse"
          params={{ projectId }}
          search={{ tab: "sources" }}
          className="hover:underline"
        >
          Warehouse · Sources
        </Link>
      }
    >
      <QueryState query={kinds}>
        {(list) => {
          const chosen = list.find((kind) => kind.warehouse_type === type && kind.is_built);
          return (
            <div className="max-w-2xl space-y-5">
              <KindPicker
                kinds={list}
                chosen={chosen}
                onChoose={(next) => void navigate({ search: { type: next }, replace: true })}
              />
              {chosen === undefined ? null : (
                <SourceForm
                  key={chosen.warehouse_type}
                  kind={chosen}
                  submitLabel="Save source"
                  onSubmit={async (values) => {
                    const made = await changes.create({ ...values, warehouse_type: chosen.warehouse_type });
                    toast(`Source “${made.source_name}” is saved`);
                    await navigate({
                      to: "/p/$projectId/warehouse/new",
                      params: { projectId },
                      search: { source: made.id },
                    });
                  }}
                />
              )}
            </div>
          );
        }}
      </QueryState>
    </Page>
  );
}
