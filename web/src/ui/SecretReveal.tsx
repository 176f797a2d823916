import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { CodeBlock } from "./CodeBlock.tsx";
import { downloadFile } from "./download-file.ts";
import { Notice } from "./Notice.tsx";

type SecretRevealProps = {
  /** "service account secret". */
  label: string;
  secret: string;
  /** Name of the file it can be saved as. */
  fileName: string;
  /** Called when the person says that it is stored. */
  onStored: () => void;
};

/** A secret that the server tells once. It leaves the screen only when somebody says that it is stored. */
export function SecretReveal({ label, secret, fileName, onStored }: SecretRevealProps) {
  const [stored, setStored] = useState(false);
  return (
    <div className="space-y-3" data-testid="secret">
      <Notice tone="warn" title={`This ${label} is shown once`}>
        Only its hash is kept. Store it now; if it is lost, make a new one.
      </Notice>
      <CodeBlock code={secret} label={label} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label="I stored it"
          checked={stored}
          onChange={(event) => setStored(event.target.checked)}
          data-testid="secret.stored"
        />
        <div className="flex gap-2">
          <Button onClick={() => downloadFile(fileName, `${secret}\n`, "text/plain")}>
            <Download aria-hidden /> Download
          </Button>
          <Button look="primary" disabled={!stored} onClick={onStored} data-testid="secret.done">
            Done
          </Button>
        </div>
      </div>
    </div>
  );
}
