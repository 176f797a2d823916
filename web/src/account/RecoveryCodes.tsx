import { Download } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { downloadFile } from "../ui/download-file.ts";

/** Codes that are shown once: each signs the member in when the phone is lost. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join("\n");
  return (
    <div className="space-y-2">
      <p className="text-ink-soft">
        Store these recovery codes where your phone is not. Each works once in place of a code from the app.
        They are shown only now.
      </p>
      <CodeBlock code={text} label="recovery codes" />
      <Button
        size="sm"
        onClick={() => downloadFile("tributary-recovery-codes.txt", `${text}\n`, "text/plain")}
      >
        <Download aria-hidden /> Download
      </Button>
    </div>
  );
}
