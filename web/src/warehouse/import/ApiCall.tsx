import { Link } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { Card } from "../../ui/Card.tsx";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import type { Import } from "../queries.ts";

/** The call by which a script starts a run, as with the end of a nightly job. */
export function ApiCall({ one }: { one: Import }) {
  const { projectId } = useProject();
  const address = `${window.location.origin}/api/app/projects/${projectId}/warehouse-sources/imports/${one.id}/manual-sync`;
  return (
    <Card title="Start a run by a script" className="space-y-3">
      <p className="text-ink-soft">
        Send this with the name and secret of a{" "}
        <Link
          to="/p/$projectId/settings/$part"
          params={{ projectId, part: "service-accounts" }}
          className="text-accent-text underline"
        >
          service account
        </Link>{" "}
        that is an admin of the project. While a run is under way one more is queued.
      </p>
      <CodeBlock
        label="curl command"
        code={`curl -u 'USERNAME:SECRET' -X PUT '${address}'`}
        data-testid="import.api-call"
      />
      <p className="text-ink-soft">On the command line, with a progress bar:</p>
      <CodeBlock label="command" code={`npx tributary import run ${one.id} --watch`} />
    </Card>
  );
}
