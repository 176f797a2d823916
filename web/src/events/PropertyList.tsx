import { CopyButton } from "../ui/CopyButton.tsx";
import { valueWords } from "./shown-event.ts";

/** Names and values, each to be copied. */
export function PropertyList({ entries }: { entries: readonly (readonly [string, unknown])[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">None.</p>;
  return (
    <dl className="grid sm:grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)]">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="flex items-center pt-1 font-mono text-xs wrap-anywhere text-ink-soft sm:border-b sm:border-line sm:pt-0">
            {name}
          </dt>
          <dd className="flex min-h-7 items-center gap-1 border-b border-line">
            <span className="min-w-0 wrap-anywhere">
              {value === "" ? <span className="text-ink-faint">(empty string)</span> : valueWords(value)}
            </span>
            <CopyButton text={valueWords(value)} label={`Copy the value of ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
