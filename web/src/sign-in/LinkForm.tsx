import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { redeemLink } from "./links.ts";
import { PASSWORD_HINT, PASSWORD_RULE } from "./password-rule.ts";

type LinkFormProps = { token: string; user: { name: string; email: string } | null };
type Entries = { name: string; email: string; password: string };

export function LinkForm({ token, user }: LinkFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm<Entries>({
    defaultValues: { name: user?.name ?? "", email: user?.email ?? "", password: "" },
  });
  const redeem = useMutation({
    // The address of somebody who is known stays as it is.
    mutationFn: ({ name, email, password }: Entries) =>
      redeemLink(user === null ? { token, name, email, password } : { token, name, password }),
    onSuccess: ({ second_factor_required: isHalf }) => {
      queryClient.clear();
      return isHalf
        ? navigate({ to: "/sign-in", search: { step: "code" }, replace: true })
        : navigate({ to: "/", replace: true });
    },
    onError: (cause) => {
      const field = cause instanceof ApiFailure ? cause.field : undefined;
      if (field === "name" || field === "email" || field === "password")
        setError(field, { message: refusalAt(cause, field) ?? cause.message });
    },
  });
  const { errors } = formState;
  const isAtField = Object.keys(errors).length > 0;
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit((entries) => redeem.mutate(entries))}>
      <p className="text-ink-soft">
        {user === null
          ? "You will be an owner: choose how you sign in."
          : `For ${user.email}. You are signed in once the password is set.`}
      </p>
      {redeem.error === null || isAtField ? null : <FailureNotice failure={redeem.error} />}
      <Field label="Name" required error={errors.name?.message}>
        <TextInput
          autoComplete="name"
          data-testid="link.name"
          {...register("name", { required: "Enter your name." })}
        />
      </Field>
      <Field label="E-mail address" required error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          readOnly={user !== null}
          data-testid="link.email"
          {...register("email", { required: "Enter your e-mail address." })}
        />
      </Field>
      <Field
        label="Password"
        required
        hint={`${PASSWORD_HINT} A few unrelated words are easy to keep in mind.`}
        error={errors.password?.message}
      >
        <TextInput
          type="password"
          autoComplete="new-password"
          data-testid="link.password"
          {...register("password", PASSWORD_RULE)}
        />
      </Field>
      <Button
        type="submit"
        look="primary"
        className="w-full justify-center"
        busy={redeem.isPending}
        data-testid="link.submit"
      >
        Set the password and sign in
      </Button>
    </form>
  );
}
