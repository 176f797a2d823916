import { cloneElement, type ReactElement, type ReactNode } from "react";
import { Button, buttonClass } from "./Button.tsx";

type LinkButtonProps = {
  /** The link itself: `<Link to=… />`. */
  link: ReactElement<Record<string, unknown>>;
  look?: "primary" | "secondary";
  /** Why it cannot be followed: then it is a button that says so. */
  disabledReason?: string | undefined;
  testId: string;
  children: ReactNode;
};

/** A place that is gone to, in the look of a button. */
export function LinkButton({ link, look = "secondary", disabledReason, testId, children }: LinkButtonProps) {
  if (disabledReason !== undefined) {
    return (
      <Button look={look} disabledReason={disabledReason} data-testid={testId}>
        {children}
      </Button>
    );
  }
  return cloneElement(link, { className: buttonClass(look), "data-testid": testId, children });
}
