import { cx } from "../../ui/cx.ts";
import type { WarehouseKind } from "../queries.ts";

type KindPickerProps = {
  kinds: readonly WarehouseKind[];
  chosen: WarehouseKind | undefined;
  onChoose: (type: string) => void;
};

/** Which kind of warehouse. Those that are not built yet are named, so that nobody looks for them. */
export const KindPicker = ({ kinds, chosen, onChoose }: KindPickerProps) => (
  <fieldset>
    <legend className="mb-2 text-xs font-medium text-ink-soft">Kind of warehouse</legend>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2">
      {kinds.map(({ warehouse_type: type, label, is_built: isBuilt }) => (
        <label
          key={type}
          className={cx(
            "flex min-h-11 items-center gap-2 rounded-lg border px-3 py-2",
            type === chosen?.warehouse_type
              ? "border-accent bg-accent-soft"
              : "border-line-strong/60 bg-surface",
            isBuilt ? "cursor-pointer hover:bg-hover" : "text-ink-faint",
          )}
        >
          <input
            type="radio"
            name="warehouse-type"
            value={type}
            className="size-4 shrink-0 accent-accent"
            checked={type === chosen?.warehouse_type}
            disabled={!isBuilt}
            data-testid={`warehouse.kind-${type}`}
            onChange={() => onChoose(type)}
          />
          <span>
            {label}
            {isBuilt ? null : <span className="block text-xs">not built yet</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
