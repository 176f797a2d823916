import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { refusalAt } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { QrCode } from "./QrCode.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { confirmCodes, type SetUp } from "./second-factor.ts";

type ConfirmCodesProps = { setUp: SetUp; onDone: () => Promise<unknown>; onCancel: () => void };

/** Three steps on one page: scan, store the recovery codes, type a first code. */
export function ConfirmCodes({ setUp, onDone, onCancel }: ConfirmCodesProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>();
  const confirm = useMutation({ mutationFn: confirmCodes, onSuccess: onDone });
  const refused = confirm.error === null ? undefined : refusalAt(confirm.error, "code");
  return (
    <form noValidate className="space-y-6" onSubmit={handleSubmit(({ code }) => confirm.mutate(code))}>
      <section className="space-y-2">
        <h3 className="font-medium">1. Scan this code with your authenticator app</h3>
        <div className="flex flex-wrap items-start gap-4">
          <QrCode text={setUp.uri} label="QR code for the authenticator app" />
          <div className="min-w-0 flex-1 space-y-1">
            <p className="text-ink-soft">Cannot scan it? Type this key into the app:</p>
            <CodeBlock code={setUp.secret} label="key" />
          </div>
        </div>
      </section>
      <section className="space-y-2">
        <h3 className="font-medium">2. Store the recovery codes</h3>
        <RecoveryCodes codes={setUp.recovery_codes} />
      </section>
      <section className="space-y-3">
        <h3 className="font-medium">3. Enter the code that the app shows</h3>
        <Field label="Code" required error={formState.errors.code?.message ?? refused}>
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-40"
            data-testid="account.code"
            {...register("code", { required: "Enter the six digits." })}
          />
        </Field>
        {confirm.error === null || refused !== undefined ? null : <FailureNotice failure={confirm.error} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={confirm.isPending} data-testid="account.code-confirm">
            Turn on
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </section>
    </form>
  );
}
