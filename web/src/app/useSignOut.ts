import { useMutation } from "@tanstack/react-query";
import { signOut } from "../sign-in/session.ts";

/** A whole load of the page: nothing of what was seen stays in memory for the next person at this screen. */
export const useSignOut = () =>
  useMutation({ mutationFn: signOut, onSuccess: () => location.assign("/sign-in") });
