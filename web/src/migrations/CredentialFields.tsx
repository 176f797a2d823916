import type { ComponentProps } from "react";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";

type InputProps = Omit<ComponentProps<"input">, "type">;
type CredentialFieldsProps = {
  tool: string;
  keyProps: InputProps;
  secretProps: InputProps;
  keyError?: string | undefined;
  secretError?: string | undefined;
};

/** Key and secret of the other tool. They go to the server once, are kept sealed while the migration can go on, and never shown. */
export function CredentialFields({
  tool,
  keyProps,
  secretProps,
  keyError,
  secretError,
}: CredentialFieldsProps) {
  return (
    <>
      <Field
        label="API key of the tool"
        required
        error={keyError}
        {...(tool === "mixpanel" ? { hint: "username@project id" } : {})}
      >
        <TextInput
          type="password"
          autoComplete="off"
          spellCheck={false}
          {...keyProps}
          data-testid="migrations.key"
        />
      </Field>
      <Field
        label="Secret of the tool"
        required
        error={secretError}
        hint="Kept sealed while the migration can go on, then erased; never shown again."
      >
        <TextInput
          type="password"
          autoComplete="off"
          spellCheck={false}
          {...secretProps}
          data-testid="migrations.secret"
        />
      </Field>
    </>
  );
}
