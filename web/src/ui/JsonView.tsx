import { CodeBlock } from "./CodeBlock.tsx";

/** Any value as JSON one can read and copy. */
export const JsonView = ({ value, label = "JSON" }: { value: unknown; label?: string }) => (
  <CodeBlock code={JSON.stringify(value, null, 2) ?? "undefined"} label={label} />
);
