import { Button } from "../ui/Button.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import type { MadeLink } from "./MembersPart.tsx";

/** A link to hand on. It is shown once, like a secret, because it is one. */
export const SignInLink = ({ link, onClose }: { link: MadeLink | undefined; onClose: () => void }) => (
  <Dialog
    title={`Sign-in link for ${link?.name ?? ""}`}
    keepsOpen
    description="Send it to them yourself. It works once, and is not shown again."
    open={link !== undefined}
    onOpenChange={(open) => open || onClose()}
    data-testid="settings.link"
    footer={
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <CodeBlock code={link?.link ?? ""} label="sign-in link" />
    <p className="mt-2 text-xs text-ink-faint">
      Valid until {link === undefined ? "" : new Date(link.expires).toLocaleString("en-GB")}. A newer link for
      the same person makes this one invalid.
    </p>
  </Dialog>
);
