import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { CodeForm } from "./CodeForm.tsx";
import { EntrancePage } from "./EntrancePage.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import type { SignInStep } from "./session.ts";

export function SignInPage() {
  const { return: returnTo = "/", step: first } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<SignInStep | undefined>(first);
  const finish = () => {
    queryClient.clear();
    router.history.replace(returnTo);
  };
  if (step === "code")
    return (
      <EntrancePage title="Enter your code">
        <CodeForm onDone={finish} onStartAgain={() => setStep(undefined)} />
      </EntrancePage>
    );
  return (
    <EntrancePage title="Sign in">
      <PasswordForm onStep={(next) => (next === "done" ? finish() : setStep(next))} />
      <PasskeyButton onDone={finish} />
      <p className="mt-4 text-xs text-ink-faint">
        Forgot your password? An owner or admin can create a sign-in link for you under Settings → Members.
        First visit? Open the link that the server printed at its first start; on its machine,{" "}
        <code className="font-mono">npx tributary sign-in-link</code> creates a new one.
      </p>
    </EntrancePage>
  );
}
