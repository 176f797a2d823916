import { ScrollRegion } from "../ui/ScrollRegion.tsx";
import { MODES } from "./words.ts";

const CELL = "px-3 py-2 text-left align-top";

export const ModesTable = () => (
  <ScrollRegion aria-label="The four modes">
    <table className="w-full min-w-lg text-sm" data-testid="warehouse.modes">
      <thead className="text-xs text-ink-soft">
        <tr>
          {["Mode", "New rows", "Changed rows", "Deleted rows", "When"].map((heading) => (
            <th key={heading} scope="col" className={`${CELL} font-medium`}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MODES.map(({ value, label, fits, newRows, changed, deleted }) => (
          <tr key={value} className="border-t border-line">
            <th scope="row" className={`${CELL} font-medium whitespace-nowrap`}>
              {label}
            </th>
            <td className={CELL}>{newRows}</td>
            <td className={CELL}>{changed}</td>
            <td className={CELL}>{deleted}</td>
            <td className={`${CELL} min-w-56 text-ink-soft`}>{fits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
