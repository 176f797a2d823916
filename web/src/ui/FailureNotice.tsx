import { RotateCw } from "lucide-react";
import { ApiFailure } from "../api/failure.ts";
import { Button } from "./Button.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { Notice } from "./Notice.tsx";

type FailureNoticeProps = {
  failure: unknown;
  /** What was tried, such as "The imports could not be loaded". */
  title?: string;
  onRetry?: (() => void) | undefined;
};

/** What failed, in words, with the request id for the person who reads the server's log, and another try. */
export function FailureNotice({ failure, title = "That did not work", onRetry }: FailureNoticeProps) {
  const known = failure instanceof ApiFailure ? failure : undefined;
  const words = known?.message ?? "This page met something it did not expect. Load it again.";
  return (
    <Notice tone="bad" title={title} role="alert" data-testid="failure">
      <p className="wrap-anywhere">{words}</p>
      {known?.requestId === undefined ? null : (
        <p className="mt-1 flex flex-wrap items-center gap-1 text-xs">
          Request id <code className="font-mono">{known.requestId}</code>
          <CopyButton text={known.requestId} label="Copy the request id" />
        </p>
      )}
      {onRetry === undefined ? null : (
        <Button size="sm" className="mt-2" onClick={onRetry}>
          <RotateCw aria-hidden /> Retry
        </Button>
      )}
    </Notice>
  );
}
