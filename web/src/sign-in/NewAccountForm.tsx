import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { PASSWORD_HINT, PASSWORD_RULE } from "./password-rule.ts";

type Entries = { name: string; password: string };
type NewAccountFormProps = {
  email: string;
  suggestedName: string;
  isBusy: boolean;
  failure: Error | null;
  onSubmit: (entries: Entries) => void;
};

/** For an address that has no account yet. */
export function NewAccountForm({ email, suggestedName, isBusy, failure, onSubmit }: NewAccountFormProps) {
  const { register, handleSubmit, formState } = useForm<Entries>({
    defaultValues: { name: suggestedName, password: "" },
  });
  const errorAt = (field: keyof Entries) => formState.errors[field]?.message ?? refusalAt(failure, field);
  const isAtField =
    failure instanceof ApiFailure && (failure.field === "name" || failure.field === "password");
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit(onSubmit)}>
      {failure === null || isAtField ? null : (
        <FailureNotice failure={failure} title="The account was not created" />
      )}
      <Field label="E-mail address" required>
        <TextInput
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          data-testid="invitation.email"
        />
      </Field>
      <Field label="Name" required error={errorAt("name")}>
        <TextInput
          autoComplete="name"
          data-testid="invitation.name"
          {...register("name", { required: "Enter your name." })}
        />
      </Field>
      <Field label="Password" required hint={PASSWORD_HINT} error={errorAt("password")}>
        <TextInput
          type="password"
          autoComplete="new-password"
          data-testid="invitation.password"
          {...register("password", PASSWORD_RULE)}
        />
      </Field>
      <Button
        type="submit"
        look="primary"
        className="w-full justify-center"
        busy={isBusy}
        data-testid="invitation.submit"
      >
        Create account and join
      </Button>
    </form>
  );
}
