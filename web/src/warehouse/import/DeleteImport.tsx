import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { formatCount, formatEvents } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { useImportChanges } from "../changes.ts";
import type { Import } from "../queries.ts";
import { tableName } from "../words.ts";

type DeleteImportProps = {
  one: Import;
  /** How many events it has here; not known for other kinds. */
  stored: number | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
};

/** With its data or without. What must be typed is the count when data goes, so that nobody deletes more than meant. */
export function DeleteImport({ one, stored, open, onOpenChange, onDeleted }: DeleteImportProps) {
  const { projectId } = useProject();
  const { remove } = useImportChanges(projectId);
  const [withData, setWithData] = useState(false);
  const name = tableName(one.table_params);
  const isProfiles = one.import_type === "people" || one.import_type === "groups";
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setWithData(false);
        onOpenChange(next);
      }}
      title={`Delete the import of ${name}?`}
      typed={withData && stored !== undefined ? String(stored) : name}
      confirmLabel={withData ? "Delete import and data" : "Delete import"}
      onConfirm={async () => {
        await remove(one.id, withData);
        toast(
          withData ? "The import is deleted; its data goes now" : "The import is deleted; its data stays",
        );
        onDeleted();
      }}
      data-testid="import.delete"
    >
      <p>Its schedule ends, and so does a run that is under way. This cannot be undone.</p>
      <Checkbox
        className="mt-3"
        label={withDataLabel(one, stored)}
        hint={
          isProfiles
            ? "Properties of profiles stay either way: others may have written them too."
            : "Otherwise everything it brought stays, and reports go on counting it."
        }
        disabled={isProfiles}
        checked={withData}
        data-testid="import.delete-data"
        onChange={(event) => setWithData(event.target.checked)}
      />
      {withData && stored !== undefined ? (
        <p className="mt-2 font-medium text-bad-text">
          {formatCount(stored)} events will be gone from every report. They can only come back from the table.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

const withDataLabel = ({ import_type: kind }: Import, stored: number | undefined): string => {
  if (kind === "lookup_table") return "Delete the lookup table too";
  return stored === undefined ? "Delete its data too" : `Delete its ${formatEvents(stored)} too`;
};
