import { CopyButton } from "./CopyButton.tsx";
import { ScrollRegion } from "./ScrollRegion.tsx";

type CodeBlockProps = {
  code: string;
  /** What it is, for the copy button and for those who listen: "curl command". */
  label: string;
  "data-testid"?: string;
};

export function CodeBlock({ code, label, ...rest }: CodeBlockProps) {
  return (
    <div {...rest} className="relative rounded-lg border border-line bg-sunken">
      <div className="absolute top-1 right-1 z-1 rounded-md bg-sunken">
        <CopyButton text={code} label={`Copy the ${label}`} />
      </div>
      <ScrollRegion aria-label={label} className="rounded-lg">
        <pre className="p-3 pr-11 font-mono text-xs leading-5">{code}</pre>
      </ScrollRegion>
    </div>
  );
}
