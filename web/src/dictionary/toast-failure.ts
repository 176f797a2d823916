import { ApiFailure } from "../api/failure.ts";
import { toast } from "../ui/toast.ts";

/** For changes that are made without a dialog of their own: says why nothing was changed. */
export const toastFailure = (cause: unknown): void =>
  toast(cause instanceof ApiFailure ? cause.message : "That did not work; load the page again.", {
    tone: "bad",
  });
