import type { UseFormRegister } from "react-hook-form";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { KindField } from "../queries.ts";
import type { FormValues } from "./source-values.ts";

type SourceFieldProps = {
  field: KindField;
  error: string | undefined;
  /** There is a secret already, which stays unless another is given. */
  isSet: boolean;
  register: UseFormRegister<FormValues>;
};

/** Names of fields as people say them, where more is to be said than the name itself. */
const WORDS: Record<string, string> = {
  host: "Host",
  username: "User name",
  ssl_mode: "Encryption (ssl_mode)",
  ssl_ca: "Certificates (ssl_ca)",
  project_id: "Project id",
  service_account_key: "Service account key",
  max_bytes_billed: "Most bytes billed per question",
  api_endpoint: "API endpoint",
  secure: "Use TLS",
};
/** Texts of several lines. */
const LONG = ["ssl_ca", "service_account_key"];
const labelOf = (name: string): string =>
  WORDS[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;

export function SourceField({ field, error, isSet, register }: SourceFieldProps) {
  const { name, kind, required, secret, choices, sentence } = field;
  const testId = `source.${name}`;
  if (kind === "boolean")
    return <Checkbox label={labelOf(name)} hint={sentence} data-testid={testId} {...register(name)} />;
  const needed = required && !isSet;
  const hint = isSet ? `${sentence} One is kept; leave it empty to keep it.` : sentence;
  const props = {
    ...register(name, { required: needed ? `Fill in: ${sentence}` : false }),
    autoComplete: secret ? "new-password" : "off",
    spellCheck: false,
    "data-testid": testId,
  };
  return (
    <Field label={labelOf(name)} hint={hint} error={error} required={needed}>
      {kind === "choice" ? (
        <Select {...props} choices={choices.map((value) => ({ value, label: value }))} placeholder="Choose" />
      ) : LONG.includes(name) ? (
        <Textarea {...props} rows={4} className="font-mono text-xs" />
      ) : (
        <TextInput
          {...props}
          type={secret ? "password" : "text"}
          inputMode={kind === "port" ? "numeric" : undefined}
        />
      )}
    </Field>
  );
}
