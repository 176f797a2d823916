import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ProjectRecord } from "../app/project-queries.ts";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { bulkSnippet, SNIPPET_KINDS, snippetFor } from "./snippets.ts";

/** Ready to paste: with this host, this project and its token. */
export function Snippets({ project }: { project: ProjectRecord }) {
  const { snippet = "curl" } = useSearch({ from: "/signed-in/p/$projectId/home" });
  const navigate = useNavigate({ from: "/p/$projectId/home" });
  const place = {
    origin: location.origin,
    projectId: project.id,
    token: project.token ?? "YOUR_PROJECT_TOKEN",
  };
  return (
    <div className="space-y-3">
      {project.token === null ? (
        <p className="text-ink-soft">Only owners and admins see the project token. Ask one of them for it.</p>
      ) : null}
      <Tabs
        label="Languages"
        active={snippet}
        onChange={(kind) =>
          void navigate({ search: (old) => ({ ...old, snippet: kind }), replace: true, resetScroll: false })
        }
        tabs={SNIPPET_KINDS.map((kind) => {
          const { label, language, code } = snippetFor(kind, place);
          return {
            name: kind,
            label,
            content: <CodeBlock code={code} label={language} data-testid={`home.snippet-${kind}`} />,
          };
        })}
      />
      <details>
        <summary className="cursor-pointer text-ink-soft">
          From a server, in bulk: compressed, every record checked
        </summary>
        <div className="mt-2 space-y-2">
          <CodeBlock code={bulkSnippet(place)} label="shell command for bulk" />
          <p className="text-xs text-ink-soft">
            Needs a service account of the project; its secret is shown once, when it is made. Up to 2,000
            events a request.
          </p>
        </div>
      </details>
    </div>
  );
}
