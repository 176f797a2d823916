import { Badge } from "../ui/Badge.tsx";

/** Tags, contacts: short words side by side. */
export const TagList = ({ words }: { words: readonly string[] }) =>
  words.length === 0 ? (
    <span className="text-ink-faint">–</span>
  ) : (
    <ul className="flex flex-wrap gap-1">
      {words.map((word) => (
        <li key={word} className="max-w-48 truncate">
          <Badge>{word}</Badge>
        </li>
      ))}
    </ul>
  );
