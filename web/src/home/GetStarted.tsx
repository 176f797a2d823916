import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ProjectRecord } from "../app/project-queries.ts";
import { Card } from "../ui/Card.tsx";
import { Checklist } from "./Checklist.tsx";
import { Snippets } from "./Snippets.tsx";

/** How to send events: all of the page at first, a fold at its foot later. */
export function GetStarted({ project, hasEvents }: { project: ProjectRecord; hasEvents: boolean }) {
  const { install = false } = useSearch({ from: "/signed-in/p/$projectId/home" });
  const navigate = useNavigate({ from: "/p/$projectId/home" });
  const content = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Checklist projectId={project.id} hasEvents={hasEvents} />
      <Card title="Send an event" data-testid="home.snippets">
        <Snippets project={project} />
      </Card>
    </div>
  );
  if (!hasEvents) return content;
  return (
    <details
      open={install}
      data-testid="home.install"
      onToggle={({ currentTarget: { open } }) => {
        if (open === install) return;
        void navigate({
          search: ({ install: _, ...rest }) => (open ? { ...rest, install: true } : rest),
          replace: true,
          resetScroll: false,
        });
      }}
    >
      <summary className="mb-3 cursor-pointer font-medium">How to send events</summary>
      {content}
    </details>
  );
}
