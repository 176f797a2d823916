import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signOut } from "../sign-in/session.ts";

export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      // Nothing of what was seen stays behind for the next person at this screen.
      queryClient.clear();
      await navigate({ to: "/sign-in" });
    },
  });
}
