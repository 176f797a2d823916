import { useCallback } from "react";
import { toast } from "../ui/toast.ts";
import { useDictionaryChanges } from "./changes.ts";
import type { EntryEdit } from "./queries.ts";
import { toastFailure } from "./toast-failure.ts";

/** Edits, what takes them back (undefined where nothing does so exactly; the history has it), and what to say. Answers whether they are saved. */
export type SaveEdits = (
  edits: EntryEdit[],
  before: EntryEdit[] | undefined,
  said: string,
) => Promise<boolean>;

/** Saves edits. Those that can be taken back are so by a click. */
export function useEntryEdits(): SaveEdits {
  const { edit } = useDictionaryChanges();
  return useCallback(
    async (edits, before, said) => {
      try {
        await edit(edits);
      } catch (cause) {
        toastFailure(cause);
        return false;
      }
      const undo = before && (() => void edit(before).then(() => toast("Undone"), toastFailure));
      toast(said, undo === undefined ? {} : { undo });
      return true;
    },
    [edit],
  );
}
