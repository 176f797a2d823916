import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { NoPermission } from "../ui/NoPermission.tsx";
import { Page } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { ImportsTab } from "./ImportsTab.tsx";
import { SourcesTab } from "./sources/SourcesTab.tsx";

/** Is my warehouse data flowing, and how much? */
export function WarehousePage() {
  const { projectId, can, whyNot } = useProject();
  const { tab = "imports", deleted = false } = useSearch({ from: "/signed-in/p/$projectId/warehouse" });
  const navigate = useNavigate({ from: "/p/$projectId/warehouse" });
  const reason = whyNot("warehouse:write");
  if (!can("imports:read"))
    return (
      <Page title="Warehouse">
        <NoPermission />
      </Page>
    );
  const imports = (
    <ImportsTab
      withDeleted={deleted}
      onDeleted={(next) => void navigate({ search: next ? { deleted: true } : {}, replace: true })}
    />
  );
  return (
    <Page
      title="Warehouse"
      description="Is data of your databases flowing in, and how much?"
      action={
        <>
          <LinkButton
            disabledReason={reason}
            testId="warehouse.new-source"
            link={<Link to="/p/$projectId/warehouse/sources/new" params={{ projectId }} />}
          >
            New source
          </LinkButton>
          <LinkButton
            look="primary"
            disabledReason={reason}
            testId="warehouse.new-import"
            link={<Link to="/p/$projectId/warehouse/new" params={{ projectId }} />}
          >
            <Plus aria-hidden /> New import
          </LinkButton>
        </>
      }
    >
      <Tabs
        label="Warehouse"
        active={can("warehouse:read") ? tab : "imports"}
        onChange={(next) => void navigate({ search: next === "sources" ? { tab: next } : {} })}
        tabs={[
          { name: "imports", label: "Imports", content: imports },
          ...(can("warehouse:read")
            ? [{ name: "sources" as const, label: "Sources", content: <SourcesTab /> }]
            : []),
        ]}
      />
    </Page>
  );
}
