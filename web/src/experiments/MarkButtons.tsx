import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pin, Star } from "lucide-react";
import { useWorkspace } from "../app/useWorkspace.ts";
import { cx } from "../ui/cx.ts";
import { toast } from "../ui/toast.ts";
import { markFavorite, markPinned } from "./changes.ts";
import { type Experiment, experimentsKey } from "./queries.ts";

/** Favourite and pin, which are each person's own. */
export function MarkButtons({ experiment }: { experiment: Experiment }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const mark = useMutation({
    mutationFn: (set: () => Promise<unknown>) => set(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: experimentsKey(workspaceId) }),
    onError: (cause) => toast(cause.message, { tone: "bad" }),
  });
  const { is_favorited: isFavorite, pinned_date: pinned, name } = experiment;
  return (
    <span className="flex shrink-0">
      <button
        type="button"
        aria-pressed={isFavorite}
        aria-label={`Favourite: ${name}`}
        className={LOOK}
        onClick={() => mark.mutate(() => markFavorite(workspaceId, experiment, !isFavorite))}
      >
        <Star aria-hidden className={cx("size-4", isFavorite && "fill-current text-accent-text")} />
      </button>
      <button
        type="button"
        aria-pressed={pinned !== null}
        aria-label={`Pinned: ${name}`}
        className={LOOK}
        onClick={() => mark.mutate(() => markPinned(workspaceId, experiment, pinned === null))}
      >
        <Pin aria-hidden className={cx("size-4", pinned !== null && "fill-current text-accent-text")} />
      </button>
    </span>
  );
}

const LOOK =
  "inline-flex size-6 items-center justify-center rounded text-ink-faint hover:bg-hover hover:text-ink";
