import { Notice } from "../../ui/Notice.tsx";

type WarningsProps = { warnings: readonly { code: string; message: string }[] };

export const Warnings = ({ warnings }: WarningsProps) =>
  warnings.length === 0 ? null : (
    <Notice
      tone="warn"
      title={warnings.length === 1 ? "Worth knowing" : `${warnings.length} things worth knowing`}
    >
      <ul className="list-disc space-y-1 pl-4">
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
