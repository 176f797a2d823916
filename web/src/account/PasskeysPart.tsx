import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { toast } from "../ui/toast.ts";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { addPasskey, hasPasskeys, removePasskey } from "./passkeys.ts";
import type { SecondFactor } from "./second-factor.ts";

export function PasskeysPart({ factor }: { factor: SecondFactor }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const reload = () => queryClient.invalidateQueries();
  return (
    <Card title="Passkeys">
      <div className="space-y-3">
        <p className="text-ink-soft">
          Sign in with your device’s fingerprint, face or PIN instead of a password. A passkey counts as a
          second factor.
        </p>
        {factor.passkeys.length === 0 ? null : (
          <ul className="divide-y divide-line rounded-lg border border-line" data-testid="account.passkeys">
            {factor.passkeys.map(({ id, name: shown, created, synced }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-3 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {shown}
                  <span className="block text-xs text-ink-faint">
                    Added {new Date(created).toLocaleDateString(undefined, { dateStyle: "medium" })} ·{" "}
                    {synced ? "in your password manager" : "on one device"}
                  </span>
                </span>
                <ConfirmDialog
                  title={`Remove ${shown}?`}
                  trigger={<Button size="sm">Remove</Button>}
                  confirmLabel="Remove"
                  onConfirm={async () => {
                    await removePasskey(id);
                    await reload();
                  }}
                >
                  You can no longer sign in with it. Remove it from the device as well.
                </ConfirmDialog>
              </li>
            ))}
          </ul>
        )}
        {hasPasskeys() ? (
          <PasswordDialog
            title="Add a passkey"
            trigger={<Button data-testid="account.add-passkey">Add passkey</Button>}
            confirmLabel="Continue"
            onConfirm={async (password) => {
              await addPasskey({ password, name: name.trim() || "Passkey" });
              setName("");
              toast("Passkey added.");
              await reload();
            }}
          >
            <Field label="Name" hint="Such as the device it is on.">
              <TextInput
                value={name}
                autoComplete="off"
                placeholder="Passkey"
                data-testid="account.passkey-name"
                onChange={({ target }) => setName(target.value)}
              />
            </Field>
          </PasswordDialog>
        ) : (
          <p className="text-ink-soft">Browsers offer passkeys only on https and on localhost.</p>
        )}
      </div>
    </Card>
  );
}
