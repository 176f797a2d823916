import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import { useMe } from "../app/me.ts";
import { PASSWORD_HINT, PASSWORD_RULE } from "../sign-in/password-rule.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { toast } from "../ui/toast.ts";
import { changePassword, type PasswordChange } from "./second-factor.ts";

export function PasswordPart() {
  const { user_email: email } = useMe();
  const { register, handleSubmit, formState, reset } = useForm<PasswordChange>();
  const save = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      reset({ currentPassword: "", newPassword: "" });
      toast("Password changed. Your other sessions have ended.");
    },
  });
  const refused = save.error instanceof ApiFailure ? save.error : undefined;
  const errorAt = (field: keyof PasswordChange) =>
    formState.errors[field]?.message ?? refusalAt(save.error, field);
  return (
    <Card title="Password">
      <form
        noValidate
        className="max-w-sm space-y-4"
        onSubmit={handleSubmit((change) => save.mutate(change))}
      >
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" required error={errorAt("currentPassword")}>
          <TextInput
            type="password"
            autoComplete="current-password"
            {...register("currentPassword", { required: "Enter your current password." })}
          />
        </Field>
        <Field label="New password" required hint={PASSWORD_HINT} error={errorAt("newPassword")}>
          <TextInput
            type="password"
            autoComplete="new-password"
            {...register("newPassword", PASSWORD_RULE)}
          />
        </Field>
        {save.error === null || refused?.field !== undefined ? null : (
          <FailureNotice failure={save.error} title="The password was not changed" />
        )}
        <Button type="submit" look="primary" busy={save.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  );
}
