import type { ReactElement, ReactNode } from "react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";

type PasswordDialogProps = {
  title: string;
  trigger: ReactElement<Record<string, unknown>>;
  confirmLabel: string;
  look?: "primary" | "danger";
  /** The dialog stays open with the reason when it fails. */
  onConfirm: (password: string) => Promise<unknown>;
  /** More fields, above the password. */
  children?: ReactNode;
};

/** A change of how a member signs in: a session that was left open is not enough for it. */
export function PasswordDialog({
  title,
  trigger,
  confirmLabel,
  look = "primary",
  onConfirm,
  children,
}: PasswordDialogProps) {
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, formState, reset } = useForm<{ password: string }>();
  const show = (next: boolean) => {
    reset({ password: "" });
    setFailure(undefined);
    setOpen(next);
  };
  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await onConfirm(password);
      show(false);
    } catch (cause) {
      setFailure(cause);
    }
  });
  const isAtField = failure instanceof ApiFailure && failure.field === "password";
  const error =
    formState.errors.password?.message ??
    (failure instanceof Error ? refusalAt(failure, "password") : undefined);
  return (
    <Dialog title={title} trigger={trigger} open={open} onOpenChange={show}>
      <form noValidate className="space-y-4" onSubmit={submit}>
        {children}
        <Field label="Your password" required error={error}>
          <TextInput
            type="password"
            autoComplete="current-password"
            data-testid="account.password"
            {...register("password", { required: "Enter your password." })}
          />
        </Field>
        {failure === undefined || isAtField ? null : <FailureNotice failure={failure} />}
        <div className="flex justify-end gap-2">
          <DialogClose />
          <Button type="submit" look={look} busy={formState.isSubmitting} data-testid="account.confirm">
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
