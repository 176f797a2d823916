import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./Button.tsx";

type PaginationProps = {
  /** "1–50 of 1,204" or "Page 3". */
  summary: string;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

/** Back and on through a list. A direction that leads nowhere is left out of `on…`. */
export const Pagination = ({ summary, onPrevious, onNext }: PaginationProps) => (
  <nav aria-label="Pages of the list" className="mt-3 flex items-center justify-end gap-2">
    <span className="text-xs text-ink-soft">{summary}</span>
    <Button size="icon" aria-label="Previous page" disabled={!onPrevious} onClick={onPrevious}>
      <ChevronLeft aria-hidden />
    </Button>
    <Button size="icon" aria-label="Next page" disabled={!onNext} onClick={onNext}>
      <ChevronRight aria-hidden />
    </Button>
  </nav>
);
