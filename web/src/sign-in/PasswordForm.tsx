import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { type Credentials, type SignInStep, signIn } from "./session.ts";

export function PasswordForm({ onStep }: { onStep: (step: SignInStep) => void }) {
  const { register, handleSubmit, formState, resetField, setFocus } = useForm<Credentials>();
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: onStep,
    onError: () => {
      resetField("password");
      setFocus("password");
    },
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={handleSubmit((credentials) => attempt.mutate(credentials))}
    >
      {attempt.error === null ? null : (
        <FailureNotice failure={attempt.error} title="You are not signed in" />
      )}
      <Field label="E-mail address" required error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username webauthn"
          autoFocus
          data-testid="sign-in.email"
          {...register("email", { required: "Enter your e-mail address." })}
        />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <TextInput
          type="password"
          autoComplete="current-password"
          data-testid="sign-in.password"
          {...register("password", { required: "Enter your password." })}
        />
      </Field>
      <Button
        type="submit"
        look="primary"
        className="w-full justify-center"
        busy={attempt.isPending}
        data-testid="sign-in.submit"
      >
        Sign in
      </Button>
    </form>
  );
}
