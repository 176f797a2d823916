import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EventDetails } from "./EventDetails.tsx";
import { eventColumns, USUAL_COLUMNS } from "./event-columns.tsx";
import { propertyNamesQuery } from "./queries.ts";
import type { ShownEvent } from "./shown-event.ts";
import { useDisplayNames } from "./useDisplayNames.ts";

type EventsTableProps = {
  label: string;
  events: readonly ShownEvent[];
  toolbar?: ReactNode;
  onOpen?: (isOpen: boolean) => void;
  isLive?: boolean;
  "data-testid": string;
};

/** Columns beyond these are found by search in the details. */
const PROPERTIES_MAX = 200;

/** Events in rows that open, with the columns one chose. */
export function EventsTable({ label, events, toolbar, onOpen, ...rest }: EventsTableProps) {
  const { projectId, timezone } = useProject();
  const { columns: shown, event } = useSearch({ from: "/signed-in/p/$projectId/events" });
  const navigate = useNavigate({ from: "/p/$projectId/events" });
  const nameOf = useDisplayNames(projectId);
  const properties = useQuery(propertyNamesQuery(projectId, event));
  const columns = useMemo(() => {
    const listed = (properties.data ?? []).slice(0, PROPERTIES_MAX).map(({ name }) => name);
    const chosen = (shown ?? []).flatMap((id) => /^property (.+)$/s.exec(id)?.[1] ?? []);
    return eventColumns({ zone: timezone, nameOf, properties: [...new Set([...listed, ...chosen])] });
  }, [timezone, nameOf, properties.data, shown]);
  return (
    <DataTable
      {...rest}
      label={label}
      rows={events}
      rowId={({ id }) => id}
      columns={columns}
      toolbar={toolbar}
      shownColumns={shown ?? USUAL_COLUMNS}
      onShownColumns={(next) =>
        void navigate({
          search: (old) => ({ ...old, columns: [...next] }),
          state: true,
          replace: true,
          resetScroll: false,
        })
      }
      expand={(row) => <EventDetails event={row} onOpen={onOpen} />}
      csvName={`events_${projectId}`}
    />
  );
}
