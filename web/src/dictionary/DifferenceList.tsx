import { ScrollRegion } from "../ui/ScrollRegion.tsx";

type Difference = { path: string; before?: unknown; after?: unknown };

/** The server names so many places of one change at most. */
const NAMED_MAX = 200;

/** What differs, place by place: before and after. */
export function DifferenceList({ difference }: { difference: readonly Difference[] }) {
  if (difference.length === 0) return <p className="text-ink-faint">Nothing differs.</p>;
  return (
    <>
      <ScrollRegion aria-label="Differences">
        <table className="w-full table-fixed text-xs" data-testid="difference">
          <thead>
            <tr className="text-left text-ink-faint">
              <th scope="col" className="py-1 pr-4 font-medium">
                Where
              </th>
              <th scope="col" className="py-1 pr-4 font-medium">
                Before
              </th>
              <th scope="col" className="py-1 font-medium">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {difference.map(({ path, before, after }) => (
              <tr key={path} className="border-t border-line align-top">
                <th scope="row" className="py-1 pr-4 text-left font-mono font-normal wrap-anywhere">
                  {path}
                </th>
                <Value value={before} look="text-bad-text" sign="−" />
                <Value value={after} look="text-ok-text" sign="+" />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {difference.length >= NAMED_MAX ? (
        <p className="mt-1 text-xs text-ink-faint">The first {NAMED_MAX}.</p>
      ) : null}
    </>
  );
}

type ValueProps = { value: unknown; look: string; sign: string };

const Value = ({ value, look, sign }: ValueProps) => (
  <td className="py-1 pr-4 font-mono wrap-anywhere">
    {value === undefined ? (
      <span className="text-ink-faint">nothing</span>
    ) : (
      <span className={look}>
        {sign} <Written value={value} />
      </span>
    )}
  </td>
);

/** Longer ones open on demand. */
const SHORT_MAX = 160;

function Written({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= SHORT_MAX) return text;
  return (
    <details className="inline">
      <summary className="inline cursor-pointer underline">{text.slice(0, SHORT_MAX / 2)}…</summary>
      <pre className="whitespace-pre-wrap">
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
