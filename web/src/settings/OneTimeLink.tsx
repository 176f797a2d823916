import { Button } from "../ui/Button.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { Dialog } from "../ui/Dialog.tsx";

export type MadeLink = { kind: "invitation" | "sign-in"; who: string; link: string; expires: string };

const WORDS = {
  invitation: {
    title: "Invite link for",
    label: "invite link",
    more: "It works only for this address. A newer invitation of the address makes this link invalid.",
  },
  "sign-in": {
    title: "Sign-in link for",
    label: "sign-in link",
    more: "A newer link for the same member makes this one invalid.",
  },
} as const;

/** A link to hand on. It is a secret, so it is shown once. */
export function OneTimeLink({ made, onClose }: { made: MadeLink | undefined; onClose: () => void }) {
  const { title, label, more } = WORDS[made?.kind ?? "invitation"];
  return (
    <Dialog
      title={`${title} ${made?.who ?? ""}`}
      keepsOpen
      description="Send it to them yourself. It works once, and is not shown again."
      open={made !== undefined}
      onOpenChange={(open) => open || onClose()}
      data-testid="settings.link"
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CodeBlock code={made?.link ?? ""} label={label} />
      <p className="mt-2 text-xs text-ink-faint">
        Valid until {made === undefined ? "" : new Date(made.expires).toLocaleString("en-GB")}. {more}
      </p>
    </Dialog>
  );
}
