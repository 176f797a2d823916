import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../ui/toast.ts";

/** A change that is saved at once: what it touches is asked for again, and it is said that it was done. */
export function useSave<Input, Output>(
  save: (input: Input) => Promise<Output>,
  { keys, said }: { keys: readonly QueryKey[]; said?: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      if (said !== undefined) toast(said);
    },
  });
}
