import { Link, useParams } from "@tanstack/react-router";
import { NotFoundPage } from "../app/NotFoundPage.tsx";
import { useProject } from "../app/useProject.ts";
import { Page } from "../ui/Page.tsx";
import { PARTS } from "./parts.ts";

const ITEM =
  "block rounded-md px-2 py-1 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text";

export function SettingsPage() {
  const { projectId, can } = useProject();
  const { part } = useParams({ from: "/signed-in/p/$projectId/settings/$part" });
  const shown = PARTS.find(({ name }) => name === part);
  if (shown === undefined) return <NotFoundPage />;
  const { component: Part } = shown;
  return (
    <Page title="Settings" description="Who and what may touch this project?">
      <div className="grid gap-6 md:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label="Settings" className="flex flex-wrap gap-0.5 self-start md:flex-col">
          {PARTS.filter(({ needs }) => needs === undefined || can(needs)).map(({ name, label: words }) => (
            <Link
              key={name}
              to="/p/$projectId/settings/$part"
              params={{ projectId, part: name }}
              activeOptions={{ includeSearch: false }}
              className={ITEM}
            >
              {words}
            </Link>
          ))}
          <a href="/docs" className={ITEM}>
            API docs
          </a>
        </nav>
        <div className="min-w-0 space-y-5">
          <Part />
        </div>
      </div>
    </Page>
  );
}
