import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Notice } from "../ui/Notice.tsx";
import { toast } from "../ui/toast.ts";
import { bodyOf, replaceFlag } from "./changes.ts";
import type { Flag } from "./queries.ts";
import { useFlagChange } from "./useFlagChange.ts";

/** For flags from before variants were walked in the order of their keys: what differs, and the way out. */
export function VariantOrderNotice({
  flag,
  disabledReason,
}: {
  flag: Flag;
  disabledReason: string | undefined;
}) {
  const change = useFlagChange((place) =>
    replaceFlag(place, flag, { ...bodyOf(flag), variant_order: "key" }),
  );
  if (flag.variant_order === "key") return null;
  return (
    <Notice tone="warn" title="This flag assigns variants in list order" className="mb-4">
      <p className="mb-2">
        Python, Go and Java clients that evaluate flags locally use key order, so they may assign other
        variants than this server.
      </p>
      <ConfirmDialog
        title="Switch to key order?"
        trigger={
          <Button size="sm" disabledReason={disabledReason} data-testid="flag.key-order">
            Switch to key order
          </Button>
        }
        confirmLabel="Switch and reassign"
        look="primary"
        onConfirm={async () => {
          await change.mutateAsync(undefined);
          toast("Switched. Variants are assigned in key order now.");
        }}
      >
        Users are reassigned: many get another variant from the next request on. All clients agree afterwards.
        This cannot be undone.
      </ConfirmDialog>
    </Notice>
  );
}
