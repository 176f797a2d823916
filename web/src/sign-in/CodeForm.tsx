import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { signInWithCode } from "./session.ts";

type CodeFormProps = { onDone: () => void; onStartAgain: () => void };

/** The second step of a sign-in. */
export function CodeForm({ onDone, onStartAgain }: CodeFormProps) {
  const { register, handleSubmit, formState, resetField, setFocus } = useForm<{ code: string }>();
  const attempt = useMutation({
    mutationFn: ({ code }: { code: string }) => signInWithCode(code),
    onSuccess: onDone,
    onError: () => {
      resetField("code");
      setFocus("code");
    },
  });
  const { error } = attempt;
  const isAtField = error instanceof ApiFailure && error.field === "code";
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit((entries) => attempt.mutate(entries))}>
      {error === null || isAtField ? null : <FailureNotice failure={error} title="You are not signed in" />}
      <Field
        label="Code"
        required
        hint="Six digits from your authenticator app, or a recovery code."
        error={formState.errors.code?.message ?? (error === null ? undefined : refusalAt(error, "code"))}
      >
        <TextInput
          autoComplete="one-time-code"
          autoFocus
          data-testid="sign-in.code"
          {...register("code", { required: "Enter a code." })}
        />
      </Field>
      <Button
        type="submit"
        look="primary"
        className="w-full justify-center"
        busy={attempt.isPending}
        data-testid="sign-in.code-submit"
      >
        Continue
      </Button>
      <Button look="ghost" className="w-full justify-center" onClick={onStartAgain}>
        Start again
      </Button>
      <p className="text-xs text-ink-faint">
        Lost both? The operator of this server can remove your second factor with{" "}
        <code className="font-mono">npx tributary member reset-second-factor</code>.
      </p>
    </form>
  );
}
