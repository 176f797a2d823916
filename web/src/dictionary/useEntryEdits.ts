import { useCallback } from "react";
import { ApiFailure } from "../api/failure.ts";
import { toast } from "../ui/toast.ts";
import { useDictionaryChanges } from "./changes.ts";
import type { EntryEdit } from "./queries.ts";

/** Edits that can be taken back by a click: `before` holds the same keys with what they were. */
export function useEntryEdits() {
  const { edit } = useDictionaryChanges();
  return useCallback(
    async (edits: EntryEdit[], before: EntryEdit[], said: string): Promise<void> => {
      try {
        await edit(edits);
      } catch (cause) {
        toast(wordsOf(cause), { tone: "bad" });
        return;
      }
      toast(said, {
        undo: () =>
          void edit(before).then(
            () => toast("Undone"),
            (cause: unknown) => toast(wordsOf(cause), { tone: "bad" }),
          ),
      });
    },
    [edit],
  );
}

const wordsOf = (cause: unknown): string =>
  cause instanceof ApiFailure ? cause.message : "That did not work; load the page again.";
