/** A few values as they arrived, each as JSON would write it but for plain texts. */
export const Samples = ({ values }: { values: readonly unknown[] }) =>
  values.length === 0 ? (
    <span className="text-ink-faint">none</span>
  ) : (
    <ul className="space-y-0.5 font-mono text-xs">
      {values.slice(0, SHOWN).map((value) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return (
          <li key={`${typeof value} ${text}`} className="truncate" title={text}>
            {text === "" ? <span className="text-ink-faint">empty text</span> : text}
          </li>
        );
      })}
    </ul>
  );

const SHOWN = 3;
