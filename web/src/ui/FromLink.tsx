import { X } from "lucide-react";
import { Button } from "./Button.tsx";

type FromLinkProps = { words: string; removeLabel: string; onRemove: () => void };

/** A part of the question that a link brought and this page has no control for: it counts, so it is in sight. */
export const FromLink = ({ words, removeLabel, onRemove }: FromLinkProps) => (
  <p className="flex w-full items-start gap-1 rounded-md bg-sunken px-2 py-1 text-xs" data-testid="from-link">
    <span className="min-w-0 flex-1 pt-1 wrap-anywhere">{words}</span>
    <Button look="ghost" size="sm" aria-label={removeLabel} onClick={onRemove}>
      <X aria-hidden />
    </Button>
  </p>
);
