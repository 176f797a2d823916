import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Page } from "../../ui/Page.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { toast } from "../../ui/toast.ts";
import { useSourceChanges } from "../changes.ts";
import { kindsQuery, type Source, sourceQuery, type TestReport } from "../queries.ts";
import { DeleteSource } from "./DeleteSource.tsx";
import { LastTest } from "./LastTest.tsx";
import { SourceForm } from "./SourceForm.tsx";
import { TestSteps } from "./TestSteps.tsx";

export function SourcePage() {
  const { projectId } = useProject();
  const { sourceId } = useParams({ from: "/signed-in/p/$projectId/warehouse/sources/$sourceId" });
  const source = useQuery(sourceQuery(projectId, sourceId));
  return (
    <Page
      title={source.data?.source_name ?? "Source"}
      badge={source.data === undefined ? null : <LastTest test={source.data.last_test} />}
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
      action={source.data === undefined ? null : <SourceActions source={source.data} />}
    >
      <QueryState query={source} failedTitle="The source could not be loaded">
        {(found) => <SourceParts key={found.id} source={found} />}
      </QueryState>
    </Page>
  );
}

function SourceActions({ source }: { source: Source }) {
  const { projectId, whyNot } = useProject();
  const navigate = useNavigate();
  const reason = whyNot("warehouse:write");
  return (
    <>
      <DeleteSource
        source={source}
        disabledReason={reason}
        onDeleted={() =>
          void navigate({ to: "/p/$projectId/warehouse", params: { projectId }, search: { tab: "sources" } })
        }
      />
      <LinkButton
        look="primary"
        testId="source.import"
        disabledReason={reason}
        link={<Link to="/p/$projectId/warehouse/new" params={{ projectId }} search={{ source: source.id }} />}
      >
        Import a table
      </LinkButton>
    </>
  );
}

function SourceParts({ source }: { source: Source }) {
  const { projectId, whyNot } = useProject();
  const { change, test } = useSourceChanges(projectId);
  const kinds = useQuery(kindsQuery(projectId));
  const [tested, setTested] = useState<{ busy?: true; report?: TestReport; failure?: unknown }>({});
  const [version, setVersion] = useState(0);
  const kind = kinds.data?.find(({ warehouse_type: type }) => type === source.warehouse_type);
  const run = () => {
    setTested({ busy: true });
    test(source.id).then(
      (report) => setTested({ report }),
      (failure: unknown) => setTested({ failure }),
    );
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={`Connection${kind === undefined ? "" : ` · ${kind.label}`}`}>
        {kind === undefined ? null : (
          <SourceForm
            // Saved, the form begins anew with what is kept now; typed secrets leave it.
            key={version}
            kind={kind}
            source={source}
            submitLabel="Save changes"
            onSubmit={async (values) => {
              await change(source.id, values);
              setVersion(version + 1);
              toast("The source is changed");
            }}
          />
        )}
      </Card>
      <Card
        title="Test"
        action={
          <Button
            size="sm"
            busy={tested.busy}
            disabledReason={whyNot("warehouse:write")}
            onClick={run}
            data-testid="source.test-saved"
          >
            {tested.busy ? "Testing …" : "Test connection"}
          </Button>
        }
      >
        {tested.report === undefined ? null : <TestSteps report={tested.report} />}
        {tested.failure === undefined ? null : <FailureNotice failure={tested.failure} />}
        {tested.report === undefined && tested.failure === undefined ? (
          <p className="text-ink-soft">Connects as a run would, and says step by step how far it got.</p>
        ) : null}
      </Card>
    </div>
  );
}
