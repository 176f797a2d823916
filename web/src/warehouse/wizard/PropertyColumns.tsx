import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import type { Column } from "../queries.ts";
import { CommitText } from "./CommitText.tsx";
import type { Draft } from "./draft.ts";

type PropertyColumnsProps = { columns: readonly Column[]; draft: Draft; onChange: (draft: Draft) => void };

/** The columns without a part of their own: each becomes a property, under its own name or another, or stays out. Columns of lookup tables keep their names. */
export function PropertyColumns({ columns, draft, onChange }: PropertyColumnsProps) {
  const used = new Set(Object.values(draft.roles ?? {}));
  const others = columns.filter(({ name }) => !used.has(name));
  const excluded = new Set(draft.exclude);
  const include = (name: string, isIn: boolean) => {
    const exclude = isIn ? [...excluded].filter((other) => other !== name) : [...excluded, name];
    onChange({ ...draft, exclude });
  };
  const rename = (name: string, property: string) => {
    const { [name]: _, ...rest } = draft.rename ?? {};
    onChange({
      ...draft,
      rename: property === "" || property === name ? rest : { ...rest, [name]: property },
    });
  };
  return (
    <Card
      title={draft.kind === "lookup_table" ? "Other columns it brings" : "Other columns become properties"}
    >
      {others.length === 0 ? (
        <p className="text-ink-soft">Every column has a part.</p>
      ) : (
        <ScrollRegion aria-label="Other columns" className="max-h-[28rem] rounded-md border border-line">
          <ul className="divide-y divide-line" data-testid="wizard.columns">
            {others.map(({ name, type, mapped_type: family }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
                <Checkbox
                  className="min-w-0 flex-1 basis-40"
                  label={
                    <span className="wrap-anywhere">
                      {name} <span className="text-xs text-ink-faint">{type}</span>
                    </span>
                  }
                  checked={family !== "unsupported" && !excluded.has(name)}
                  disabled={family === "unsupported"}
                  hint={family === "unsupported" ? "Values of this type cannot be imported." : undefined}
                  onChange={(event) => include(name, event.target.checked)}
                />
                {draft.kind === "lookup_table" ? null : (
                  <CommitText
                    className="basis-40 sm:w-44"
                    aria-label={`Property that ${name} becomes`}
                    value={draft.rename?.[name] ?? ""}
                    placeholder={name}
                    maxLength={255}
                    disabled={family === "unsupported" || excluded.has(name)}
                    onCommit={(property) => rename(name, property)}
                  />
                )}
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </Card>
  );
}
