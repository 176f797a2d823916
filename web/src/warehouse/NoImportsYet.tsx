import { Link } from "@tanstack/react-router";
import { Database } from "lucide-react";
import type { ReactNode } from "react";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ModesTable } from "./ModesTable.tsx";

/** What the page is for, what comes first, and what the four modes do. */
export function NoImportsYet({ hasSources, children }: { hasSources: boolean; children: ReactNode }) {
  const { projectId, whyNot } = useProject();
  const first = hasSources
    ? { to: "/p/$projectId/warehouse/new" as const, words: "Import a table" }
    : { to: "/p/$projectId/warehouse/sources/new" as const, words: "Connect a database" };
  return (
    <div className="space-y-4">
      <EmptyState
        title="No imports yet"
        icon={Database}
        action={
          <LinkButton
            look="primary"
            testId="warehouse.first"
            disabledReason={whyNot("warehouse:write")}
            link={<Link to={first.to} params={{ projectId }} />}
          >
            {first.words}
          </LinkButton>
        }
      >
        Tables of your own databases and warehouses become events, profiles and lookup tables, and stay equal
        to them.
      </EmptyState>
      {children}
      <Card title="What each mode does with the rows of a table">
        <ModesTable />
      </Card>
    </div>
  );
}
