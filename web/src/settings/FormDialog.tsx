import { Plus } from "lucide-react";
import type { FormEventHandler, ReactNode } from "react";
import { ApiFailure } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";

type FormDialogProps = {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  opener: { word: string; disabledReason: string | undefined; testId: string };
  onSubmit: FormEventHandler<HTMLFormElement>;
  submit: { word: string; isBusy: boolean; testId?: string };
  /** What went wrong, unless it is about one of the fields that say so themselves. */
  failure: { error: Error | null; title: string; saidAt: readonly string[] };
  children: ReactNode;
};

/** Something new, made of a few entries: the button, the form behind it, and what went wrong. */
export function FormDialog({
  title,
  opener,
  onSubmit,
  submit,
  failure,
  children,
  ...state
}: FormDialogProps) {
  const { error, saidAt } = failure;
  const isSaid = error instanceof ApiFailure && saidAt.includes(error.field ?? "");
  const { word, disabledReason, testId } = opener;
  const trigger = (
    <Button look="primary" size="sm" disabledReason={disabledReason} data-testid={testId}>
      <Plus aria-hidden /> {word}
    </Button>
  );
  return (
    <Dialog title={title} trigger={trigger} {...state}>
      <form noValidate className="space-y-4" onSubmit={onSubmit}>
        {children}
        {error === null || isSaid ? null : <FailureNotice failure={error} title={failure.title} />}
        <div className="flex justify-end gap-2">
          <DialogClose />
          <Button type="submit" look="primary" busy={submit.isBusy} data-testid={submit.testId}>
            {submit.word}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
