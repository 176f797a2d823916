import { useNavigate, useSearch } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import { useMe } from "../app/me.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { fittingNames } from "../ui/fuzzy.ts";
import { Page } from "../ui/Page.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { DeletedProjects } from "./DeletedProjects.tsx";
import { LockedOrganizations } from "./LockedOrganizations.tsx";
import { NewProject } from "./NewProject.tsx";
import { ProjectCard } from "./ProjectCard.tsx";

/** More are found by name; each card asks the server. */
const SHOWN_MAX = 60;
/** With fewer, the eye is quicker than a search. */
const SEARCH_FROM = 7;

export function ProjectsPage() {
  const { name = "" } = useSearch({ from: "/signed-in/projects" });
  const navigate = useNavigate({ from: "/projects" });
  const { projects, organizations } = useMe();
  const all = Object.values(projects).sort((one, other) => one.name.localeCompare(other.name));
  const fitting = fittingNames(all, name);
  const shown = fitting.slice(0, SHOWN_MAX);
  const isOne = Object.keys(organizations).length < 2;
  const isLocked = Object.values(organizations).some((one) => one.second_factor_required);
  return (
    <Page title="All projects" description="How are my projects doing?" action={<NewProject />}>
      {all.length < SEARCH_FROM ? null : (
        <TextInput
          type="search"
          aria-label="Search projects"
          placeholder="Search projects"
          className="mb-4 max-w-72"
          value={name}
          onChange={({ target }) =>
            void navigate({ search: target.value === "" ? {} : { name: target.value }, replace: true })
          }
        />
      )}
      <LockedOrganizations />
      {all.length === 0 && !isLocked ? (
        <EmptyState icon={LayoutGrid} title="No project yet" action={<NewProject />}>
          A project keeps the events, people and reports of one product apart from all others.
        </EmptyState>
      ) : null}
      {all.length > 0 && fitting.length === 0 ? (
        <EmptyState title={`No project has a name like “${name}”`} />
      ) : null}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3" data-testid="projects.list">
        {shown.map((project) => (
          <li key={project.id}>
            <ProjectCard
              project={project}
              organization={isOne ? undefined : organizations[String(project.organization_id)]?.name}
            />
          </li>
        ))}
      </ul>
      {fitting.length > shown.length ? (
        <p className="mt-3 text-ink-soft">
          The first {shown.length} of {fitting.length} projects. Search to see the others.
        </p>
      ) : null}
      <DeletedProjects />
    </Page>
  );
}
