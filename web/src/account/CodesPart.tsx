import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { ConfirmCodes } from "./ConfirmCodes.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import {
  createRecoveryCodes,
  type SecondFactor,
  type SetUp,
  setUpCodes,
  turnCodesOff,
} from "./second-factor.ts";

/** Few enough that the next lost phone could lock the member out. */
const FEW_CODES = 3;

export function CodesPart({ factor }: { factor: SecondFactor }) {
  const queryClient = useQueryClient();
  const [setUp, setSetUp] = useState<SetUp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const reload = () => queryClient.invalidateQueries();
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Authenticator app <Badge>{factor.codes ? "On" : "Off"}</Badge>
        </span>
      }
    >
      {setUp !== undefined ? (
        <ConfirmCodes
          setUp={setUp}
          onCancel={() => setSetUp(undefined)}
          onDone={async () => {
            setSetUp(undefined);
            toast("The second factor is on. Your other sessions have ended.");
            await reload();
          }}
        />
      ) : factor.codes ? (
        <div className="space-y-3">
          <p className={factor.recovery_codes_left <= FEW_CODES ? "text-warn-text" : "text-ink-soft"}>
            Sign-in asks for a code of your app after the password. {factor.recovery_codes_left} recovery
            codes left.
          </p>
          <div className="flex flex-wrap gap-2">
            <PasswordDialog
              title="Replace the recovery codes?"
              trigger={<Button data-testid="account.new-codes">Replace recovery codes</Button>}
              confirmLabel="Replace codes"
              onConfirm={async (password) => {
                setCodes((await createRecoveryCodes(password)).recovery_codes);
                await reload();
              }}
            >
              <p className="text-ink-soft">The codes you have now stop working.</p>
            </PasswordDialog>
            <PasswordDialog
              title="Turn the authenticator app off?"
              trigger={<Button data-testid="account.codes-off">Turn off</Button>}
              confirmLabel="Turn off"
              look="danger"
              onConfirm={async (password) => {
                await turnCodesOff(password);
                toast("Sign-in no longer asks for a code.");
                await reload();
              }}
            >
              <p className="text-ink-soft">
                Organizations that require a second factor then let you in only with a passkey.
              </p>
            </PasswordDialog>
          </div>
        </div>
      ) : (
        <div className="space-y-3">
          <p className="text-ink-soft">
            A code from an app on your phone, asked for after the password. A stolen password alone is then
            worth nothing.
          </p>
          <PasswordDialog
            title="Set up an authenticator app"
            trigger={
              <Button look="primary" data-testid="account.set-up">
                Set up
              </Button>
            }
            confirmLabel="Continue"
            onConfirm={async (password) => setSetUp(await setUpCodes(password))}
          />
        </div>
      )}
      <Dialog
        title="New recovery codes"
        open={codes !== undefined}
        keepsOpen
        onOpenChange={(open) => open || setCodes(undefined)}
      >
        <RecoveryCodes codes={codes ?? []} />
      </Dialog>
    </Card>
  );
}
