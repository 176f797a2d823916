import { type ReactElement, type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog, DialogClose } from "./Dialog.tsx";
import { FailureNotice } from "./FailureNotice.tsx";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

type ConfirmDialogProps = {
  title: ReactNode;
  /** What will happen, to how many, and whether it can be undone. */
  children: ReactNode;
  /** What must be typed: the name of the thing, or a count. Left out for harmless acts. */
  typed?: string;
  confirmLabel: string;
  /** `primary` for acts that only ask to be thought over. */
  look?: "danger" | "primary";
  /** The act itself. The dialog stays open with the reason when it fails. */
  onConfirm: () => Promise<unknown>;
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  "data-testid"?: string;
};

/** For what cannot be taken back: says what is lost and asks to type it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    typed,
    confirmLabel,
    look = "danger",
    onConfirm,
    trigger,
    onOpenChange,
    ...rest
  } = props;
  const [ownOpen, setOwnOpen] = useState(false);
  const [words, setWords] = useState("");
  const [state, setState] = useState<{ busy: boolean; failure?: unknown }>({ busy: false });
  const open = props.open ?? ownOpen;
  const show = (next: boolean) => {
    setWords("");
    setState({ busy: false });
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const fits = typed === undefined || words.trim() === typed;
  const confirm = () => {
    setState({ busy: true });
    onConfirm().then(
      () => show(false),
      (failure: unknown) => setState({ busy: false, failure }),
    );
  };
  return (
    <Dialog
      {...rest}
      title={title}
      open={open}
      onOpenChange={show}
      {...(trigger === undefined ? {} : { trigger })}
      footer={
        <>
          <DialogClose />
          <Button look={look} busy={state.busy} disabled={!fits} onClick={confirm} data-testid="confirm.do">
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <div className="text-ink-soft">{children}</div>
        {typed === undefined ? null : (
          <Field label={`Type ${typed} to confirm`} required>
            <TextInput
              value={words}
              autoComplete="off"
              spellCheck={false}
              data-testid="confirm.typed"
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && fits && !state.busy && confirm()}
            />
          </Field>
        )}
        {state.failure === undefined ? null : <FailureNotice failure={state.failure} />}
      </div>
    </Dialog>
  );
}
