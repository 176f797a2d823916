import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { hasPasskeys, signInWithPasskey } from "../account/passkeys.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";

/** Left out where the browser offers no passkeys. */
export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const attempt = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  if (!hasPasskeys()) return null;
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      <Button
        className="w-full justify-center"
        busy={attempt.isPending}
        onClick={() => attempt.mutate()}
        data-testid="sign-in.passkey"
      >
        <KeyRound aria-hidden /> Sign in with a passkey
      </Button>
      {attempt.error === null ? null : (
        <FailureNotice failure={attempt.error} title="You are not signed in" />
      )}
    </div>
  );
}
