import { X } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Combobox } from "../ui/Combobox.tsx";
import { DelayedInput } from "./DelayedInput.tsx";
import { EventPicker } from "./EventPicker.tsx";
import { usePropertyItems } from "./property-items.ts";
import { useEventsSearch } from "./useEventsSearch.ts";

/** Which events are watched: by name, by user, by one property. */
export function LiveFilterBar() {
  const { projectId } = useProject();
  const { search, set } = useEventsSearch();
  const properties = usePropertyItems(projectId, search.event, []);
  const isFiltered = [search.event, search.user, search.property].some((one) => one !== undefined);
  const clear = () => set({ event: undefined, user: undefined, property: undefined, value: undefined });
  return (
    <div className="flex flex-wrap items-end gap-2" data-testid="events.filters">
      <EventPicker
        className="max-w-64 flex-1"
        value={search.event}
        placeholder="Any event"
        onChange={(event) => set({ event })}
        data-testid="events.event"
      />
      <DelayedInput
        label="User: distinct id"
        className="max-w-48 min-w-28 flex-1"
        value={search.user}
        placeholder="Any user"
        onChange={(user) => set({ user })}
        data-testid="events.user"
      />
      <Combobox
        label="Property"
        className="max-w-48 flex-1"
        items={properties}
        value={search.property}
        placeholder="Any property"
        onChange={(property) => set({ property })}
      />
      {search.property === undefined ? null : (
        <DelayedInput
          label={`Value of ${search.property}`}
          className="max-w-40 min-w-28 flex-1"
          value={search.value}
          placeholder="Value, as text"
          onChange={(value) => set({ value })}
        />
      )}
      {isFiltered ? (
        <Button look="ghost" size="sm" onClick={clear} data-testid="events.clear">
          <X aria-hidden /> Clear
        </Button>
      ) : null}
    </div>
  );
}
