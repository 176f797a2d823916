import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { Page } from "../../ui/Page.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { ImportStateChip } from "../ImportStateChip.tsx";
import { type Import, importQuery } from "../queries.ts";
import { tableName } from "../words.ts";
import { ApiCall } from "./ApiCall.tsx";
import { ImportActions } from "./ImportActions.tsx";
import { ImportFacts } from "./ImportFacts.tsx";
import { ImportSettings } from "./ImportSettings.tsx";
import { RunHistory } from "./RunHistory.tsx";
import { StateNotice } from "./StateNotice.tsx";
import { VerifyTab } from "./VerifyTab.tsx";

export function ImportPage() {
  const { projectId } = useProject();
  const { importId } = useParams({ from: "/signed-in/p/$projectId/warehouse/$importId" });
  const one = useQuery(importQuery(projectId, importId));
  return (
    <Page
      title={one.data === undefined ? `Import ${importId}` : tableName(one.data.table_params)}
      badge={one.data === undefined ? null : <ImportStateChip one={one.data} />}
      above={
        <Link to="/p/$projectId/warehouse" params={{ projectId }} className="hover:underline">
          Warehouse · Imports
        </Link>
      }
      action={one.data === undefined ? null : <ImportActions one={one.data} />}
    >
      <QueryState query={one} failedTitle="The import could not be loaded">
        {(found) => <ImportParts one={found} />}
      </QueryState>
    </Page>
  );
}

function ImportParts({ one }: { one: Import }) {
  const { tab = "history" } = useSearch({ from: "/signed-in/p/$projectId/warehouse/$importId" });
  const navigate = useNavigate({ from: "/p/$projectId/warehouse/$importId" });
  return (
    <div className="space-y-4">
      <StateNotice one={one} />
      <ImportFacts one={one} />
      <Tabs
        label="Import"
        active={tab}
        onChange={(next) => void navigate({ search: next === "history" ? {} : { tab: next } })}
        tabs={[
          { name: "history", label: "Runs", content: <RunHistory one={one} /> },
          { name: "verify", label: "Verify", content: <VerifyTab one={one} /> },
          { name: "settings", label: "Mapping", content: <ImportSettings one={one} /> },
          { name: "api", label: "API call", content: <ApiCall one={one} /> },
        ]}
      />
    </div>
  );
}
