import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useSourceChanges } from "../changes.ts";
import type { Source } from "../queries.ts";

type DeleteSourceProps = { source: Source; disabledReason: string | undefined; onDeleted: () => void };

export function DeleteSource({ source, disabledReason, onDeleted }: DeleteSourceProps) {
  const { projectId } = useProject();
  const { remove } = useSourceChanges(projectId);
  const { import_count: imports, source_name: name } = source;
  if (disabledReason !== undefined) return <Button disabledReason={disabledReason}>Delete</Button>;
  return (
    <ConfirmDialog
      title={`Delete the source “${name}”?`}
      typed={name}
      confirmLabel="Delete source"
      trigger={<Button data-testid="source.delete">Delete</Button>}
      onConfirm={async () => {
        await remove(source.id, imports > 0);
        toast(`Source “${name}” is deleted`);
        onDeleted();
      }}
    >
      {imports === 0
        ? "No import reads from it. "
        : `${imports === 1 ? "1 import reads" : `${imports} imports read`} from it and will be deleted with it; what they brought stays. `}
      Its secrets are destroyed. This cannot be undone.
    </ConfirmDialog>
  );
}
