import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { EntrancePage } from "./EntrancePage.tsx";
import { type Credentials, signIn } from "./session.ts";

export function SignInPage() {
  const { return: returnTo = "/" } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, resetField, setFocus } = useForm<Credentials>();
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      queryClient.clear();
      router.history.replace(returnTo);
    },
    onError: () => {
      resetField("password");
      setFocus("password");
    },
  });
  const { errors } = formState;
  return (
    <EntrancePage title="Sign in">
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
            autoComplete="username"
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
      <p className="mt-4 text-xs text-ink-faint">
        Forgot the password? An owner or admin can make you a sign-in link, under Settings → Members. First
        visit? Open the link that the first start of the server printed; on its machine,{" "}
        <code className="font-mono">npx tributary sign-in-link</code> makes a new one.
      </p>
    </EntrancePage>
  );
}
