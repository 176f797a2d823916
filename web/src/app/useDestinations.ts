import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { eventNamesQuery } from "../events/queries.ts";
import { useMe } from "./me.ts";
import { pagesFor } from "./project-pages.ts";

export type Destination = {
  id: string;
  name: string;
  displayName?: string | undefined;
  kind: "page" | "project" | "event";
  go: () => void;
};

/** Events beyond these are found in the dictionary. */
const EVENTS_MAX = 2_000;

/** Everything one can go to from here. */
export function useDestinations(projectId: number | undefined): Destination[] {
  const navigate = useNavigate();
  const { projects } = useMe();
  const events = useQuery({ ...eventNamesQuery(projectId ?? 0, false), enabled: projectId !== undefined });
  return useMemo(() => {
    const page = (name: string, go: () => void): Destination => ({
      id: `page ${name}`,
      name,
      kind: "page",
      go,
    });
    const role = projects[String(projectId)]?.role;
    const pages =
      projectId === undefined || role === undefined
        ? []
        : [
            ...pagesFor(role).map(({ to, label }) =>
              page(label, () => void navigate({ to, params: { projectId } })),
            ),
            page(
              "Settings",
              () =>
                void navigate({ to: "/p/$projectId/settings/$part", params: { projectId, part: "project" } }),
            ),
          ];
    const others = Object.values(projects).map(
      ({ id, name }): Destination => ({
        id: `project ${id}`,
        name,
        kind: "project",
        go: () => void navigate({ to: "/p/$projectId/home", params: { projectId: id } }),
      }),
    );
    const names = (events.data ?? []).slice(0, EVENTS_MAX).map(
      ({ event, display_name }): Destination => ({
        id: `event ${event}`,
        name: event,
        displayName: display_name ?? undefined,
        kind: "event",
        go: () =>
          void navigate({
            to: "/p/$projectId/dictionary/events/$name",
            params: { projectId: projectId ?? 0, name: event },
          }),
      }),
    );
    return [...pages, page("All projects", () => void navigate({ to: "/projects" })), ...others, ...names];
  }, [projectId, projects, events.data, navigate]);
}
