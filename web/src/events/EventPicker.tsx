import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Combobox, type PickerItem } from "../ui/Combobox.tsx";
import { formatCount } from "../ui/format.ts";
import { Switch } from "../ui/Switch.tsx";
import { eventNamesQuery, unseenEntriesQuery } from "./queries.ts";

type EventPickerProps = {
  value: string | undefined;
  onChange: (event: string) => void;
  placeholder?: string;
  label?: string;
  className?: string;
  "data-testid"?: string;
};

/** An event by its display name or its tracked one; an old one by typing its exact name. */
export function EventPicker({ label = "Event", ...props }: EventPickerProps) {
  const { projectId } = useProject();
  const [withHidden, setWithHidden] = useState(false);
  const items = useEventItems(projectId, withHidden);
  return (
    <Combobox
      {...props}
      label={label}
      items={items}
      footer={
        <div className="space-y-1">
          <Switch checked={withHidden} onChange={setWithHidden} label="Show hidden events" />
          <p>
            Events of the last 30 days and those that are described. Not finding an old one? Type its exact
            name.
          </p>
        </div>
      }
    />
  );
}

function useEventItems(projectId: number, withHidden: boolean): PickerItem[] {
  const names = useQuery(eventNamesQuery(projectId, withHidden));
  const unseen = useQuery(unseenEntriesQuery(projectId));
  return useMemo(() => {
    const seen = (names.data ?? []).map(
      ({ event, display_name: displayName, count, hidden }): PickerItem => ({
        name: event,
        displayName: displayName ?? undefined,
        detail: `${formatCount(count)} in 30 days`,
        kind: hidden ? "hidden" : undefined,
      }),
    );
    const known = new Set(seen.map(({ name }) => name));
    const described = (unseen.data ?? [])
      .filter(({ name, hidden }) => !known.has(name) && (withHidden || !hidden))
      .map(
        ({ name, display_name: displayName }): PickerItem => ({
          name,
          displayName: displayName ?? undefined,
          detail: "Described; none in 30 days",
        }),
      );
    return [...seen, ...described];
  }, [names.data, unseen.data, withHidden]);
}
